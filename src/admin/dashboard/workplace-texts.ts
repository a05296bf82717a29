import type { WorkplaceTexts } from '../messages/en/workplace.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

/** What the dashboard and the choice of the current record say; the first list does not wait for it. */
export const { load: loadWorkplaceTexts, useTexts: useWorkplaceTexts } =
  createTextBundle<WorkplaceTexts>({
    en: async () => (await import('../messages/en/workplace.ts')).workplace,
    de: async () => (await import('../messages/de/workplace.ts')).workplace,
  });
