import { signIn as german } from '../messages/de/sign-in.ts';
import { signIn as english, type SignInTexts } from '../messages/en/sign-in.ts';
import { useLanguage, type Language } from '../messages/language.ts';

const texts: Record<Language, SignInTexts> = { en: english, de: german };

export function useTexts(): SignInTexts {
  return texts[useLanguage()];
}
