import { lazyPart } from './lazy-part.tsx';

/** Loaded when somebody first exports. */
export const ExportDialog = lazyPart(
  () => import('../files/export-dialog.tsx'),
  'ExportDialog',
  import.meta.glob('/src/admin/messages/*/transfer.ts'),
);
