import type { PeopleTexts } from '../messages/en/people.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

/** What the pages about people say; they come with it, so that the first list does not wait for it. */
export const { load: loadPeopleTexts, useTexts: usePeopleTexts } = createTextBundle<PeopleTexts>({
  en: async () => (await import('../messages/en/people.ts')).people,
  de: async () => (await import('../messages/de/people.ts')).people,
});
