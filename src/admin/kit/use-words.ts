import { useTranslate } from 'react-admin';
import { useLanguage } from '../messages/language.ts';
import { useText } from '../messages/use-text.ts';
import { useNumber } from './use-number.ts';

/** Everything needed to write text: texts of the screens, texts of the descriptor, numbers, and the language. */
export function useWords() {
  return {
    translate: useTranslate(),
    say: useText(),
    number: useNumber(),
    language: useLanguage(),
  };
}
