import { useTranslate } from 'react-admin';
import { useLanguage } from '../messages/language.ts';
import { useText } from '../messages/use-text.ts';
import { useNumber } from './use-number.ts';

/** What words are made with: texts of the screens, texts of the descriptor, and numbers. */
export function useWords() {
  return {
    translate: useTranslate(),
    say: useText(),
    number: useNumber(),
    language: useLanguage(),
  };
}
