import { lazy } from 'react';
import { loadTransferTexts } from '../views/transfer/transfer-texts.ts';

/** Loaded by the first who exports, with its texts. */
export const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../files/export-dialog.tsx'), loadTransferTexts()]);
  return { default: dialog.ExportDialog };
});
