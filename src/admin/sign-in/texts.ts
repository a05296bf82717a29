import type { SignInTexts } from '../messages/en/sign-in.ts';
import { setLanguage, type Language } from '../messages/language.ts';
import { createTextBundle, loadBundles } from '../messages/text-bundle.ts';

/** What the sign-in page says, and the frame around all pages of a visitor. */
export const { load: loadTexts, useTexts } = createTextBundle<SignInTexts>({
  en: async () => (await import('../messages/en/sign-in.ts')).signIn,
  de: async () => (await import('../messages/de/sign-in.ts')).signIn,
});

export async function speak(wanted: Language): Promise<void> {
  await loadBundles(wanted);
  setLanguage(wanted);
}
