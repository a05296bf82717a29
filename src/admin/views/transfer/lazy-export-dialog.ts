import { lazy } from 'react';
import { loadTransferTexts } from './transfer-texts.ts';

/** Loaded by the first who exports, with its texts. */
export const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./export-dialog.tsx'), loadTransferTexts()]);
  return { default: dialog.ExportDialog };
});
