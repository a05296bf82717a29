import { lazy } from 'react';
import { loadTexts } from '../messages/texts.ts';

/** Loaded by the first who exports, with its texts. */
export const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('../files/export-dialog.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/transfer.ts')),
  ]);
  return { default: dialog.ExportDialog };
});
