import type { InfoTexts } from '../messages/en/info.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

/** What the page about the server says; comes with it. */
export const { load: loadInfoTexts, useTexts: useInfoTexts } = createTextBundle<InfoTexts>({
  en: async () => (await import('../messages/en/info.ts')).info,
  de: async () => (await import('../messages/de/info.ts')).info,
});
