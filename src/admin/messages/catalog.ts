import type { Messages } from './en/app.ts';
import { beforeOtherLanguage, language, setLanguage, type Language } from './language.ts';
import { loadBundles } from './text-bundle.ts';

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en/app.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

const loaded: Partial<Record<Language, Messages>> = {};

/** Brings the messages of a language; afterwards `catalog()` has them without waiting. */
export async function loadCatalog(wanted: Language = language()): Promise<Messages> {
  return (loaded[wanted] ??= await loaders[wanted]());
}

/**
 * The messages of the current language, at once: react-admin stays blank while
 * it waits for its first ones, so they are loaded before it is drawn.
 */
export function catalog(wanted: Language = language()): Messages {
  const messages = loaded[wanted];
  if (messages === undefined) throw new Error(`The messages in "${wanted}" are not loaded yet`);
  return messages;
}

export async function switchLanguage(wanted: Language): Promise<void> {
  await loadAll(wanted);
  setLanguage(wanted);
}

function loadAll(wanted: Language): Promise<unknown> {
  return Promise.all([loadCatalog(wanted), loadBundles(wanted)]);
}

// Chosen in another tab: a screen drawn without its messages would break.
beforeOtherLanguage(loadAll);
