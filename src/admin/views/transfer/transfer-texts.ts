import type { TransferTexts } from '../../messages/en/transfer.ts';
import { createTextBundle } from '../../messages/text-bundle.ts';

/** What the pages of imports say; they come with them, so that the first list does not wait for it. */
export const { load: loadTransferTexts, useTexts: useTransferTexts } =
  createTextBundle<TransferTexts>({
    en: async () => (await import('../../messages/en/transfer.ts')).transfer,
    de: async () => (await import('../../messages/de/transfer.ts')).transfer,
  });
