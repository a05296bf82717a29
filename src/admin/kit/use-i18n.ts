import { useLanguage } from '../messages/language.ts';
import { useText } from '../messages/use-text.ts';
import { useNumberFormat } from './formats/use-number-format.ts';
import { useTexts } from '../messages/texts.ts';

/** Everything needed to write text: texts of the screens, texts of the descriptor, numbers, and the language. */
export function useI18n() {
  return {
    texts: useTexts('app'),
    say: useText(),
    number: useNumberFormat(),
    language: useLanguage(),
  };
}
