import { lazyPart } from '../kit/loading/lazy-part.tsx';

/** Loaded with the first export. */
export const ExportDialog = lazyPart(
  () => import('../files/export/export-dialog.tsx'),
  'ExportDialog',
  import.meta.glob('/src/admin/messages/*/files/files.ts'),
);
