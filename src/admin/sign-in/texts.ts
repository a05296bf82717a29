import type { SignInTexts } from '../messages/en/sign-in.ts';
import { language, setLanguage, useLanguage, type Language } from '../messages/language.ts';

const loaders: Record<Language, () => Promise<SignInTexts>> = {
  en: async () => (await import('../messages/en/sign-in.ts')).signIn,
  de: async () => (await import('../messages/de/sign-in.ts')).signIn,
};

const loaded: Partial<Record<Language, SignInTexts>> = {};

/** Brings the page's texts in a language; each is loaded only where it is read. */
export async function loadTexts(wanted: Language = language()): Promise<void> {
  loaded[wanted] ??= await loaders[wanted]();
}

export async function speak(wanted: Language): Promise<void> {
  await loadTexts(wanted);
  setLanguage(wanted);
}

export function useTexts(): SignInTexts {
  return loaded[useLanguage()]!;
}
