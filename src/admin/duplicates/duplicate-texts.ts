import type { DuplicatesTexts } from '../messages/en/duplicates.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

/** What the page of duplicates says; it comes with it. */
export const { load: loadDuplicateTexts, useTexts: useDuplicateTexts } =
  createTextBundle<DuplicatesTexts>({
    en: async () => (await import('../messages/en/duplicates.ts')).duplicates,
    de: async () => (await import('../messages/de/duplicates.ts')).duplicates,
  });
