import type { PasteTexts } from '../../messages/en/paste.ts';
import { createTextBundle } from '../../messages/text-bundle.ts';

/** What is said of a block that is pasted; it comes with the first one. */
export const { load: loadPasteTexts, textsNow: pasteTexts } = createTextBundle<PasteTexts>({
  en: async () => (await import('../../messages/en/paste.ts')).paste,
  de: async () => (await import('../../messages/de/paste.ts')).paste,
});
