import type { VisitorTexts } from '../messages/en/visitor.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

/** What is said on the way in beside the sign-in page itself, which does not wait for it. */
export const { load: loadVisitorTexts, useTexts: useVisitorTexts } = createTextBundle<VisitorTexts>(
  {
    en: async () => (await import('../messages/en/visitor.ts')).visitor,
    de: async () => (await import('../messages/de/visitor.ts')).visitor,
  },
);
