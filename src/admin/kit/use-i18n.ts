import { useTranslate } from 'react-admin';
import { useLanguage } from '../messages/language.ts';
import { useText } from '../messages/use-text.ts';
import { useNumberFormat } from './formats/use-number-format.ts';

/** Everything needed to write text: texts of the screens, texts of the descriptor, numbers, and the language. */
export function useI18n() {
  return {
    translate: useTranslate(),
    say: useText(),
    number: useNumberFormat(),
    language: useLanguage(),
  };
}
