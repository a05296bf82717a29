import type { UpdateTexts } from '../messages/en/update.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

export const { load: loadUpdateTexts, useTexts: useUpdateTexts } = createTextBundle<UpdateTexts>({
  en: async () => (await import('../messages/en/update.ts')).update,
  de: async () => (await import('../messages/de/update.ts')).update,
});
