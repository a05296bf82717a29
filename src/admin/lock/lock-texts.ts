import type { LockTexts } from '../messages/en/lock.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

export const { load: loadLockTexts, useTexts: useLockTexts } = createTextBundle<LockTexts>({
  en: async () => (await import('../messages/en/lock.ts')).lock,
  de: async () => (await import('../messages/de/lock.ts')).lock,
});
