import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { placeOf } from '../../../../descriptor/read/setting-places.ts';
import { useTexts } from '../../../messages/texts.ts';
import type { Setting } from './to-settings.ts';

/** What settings and their options are called in the language of the screens. */
export function useSettingWords() {
  const { settings, options } = useTexts('structure-settings');
  const wordsOf = ({ name, description, label }: Setting) =>
    label === undefined ? fromGrammar(name, description) : ([label, ''] as const);
  const fromGrammar = (name: string, description: string) =>
    settings[placeOf(description)] ?? ([nameToLabel(name), description] as const);
  return {
    /** The setting with an explanation of its input in place of that of the text. */
    bare: (setting: Setting): Setting => ({ ...setting, label: wordsOf(setting)[0] }),
    labelOf: (setting: Setting): string => wordsOf(setting)[0],
    helpOf: (setting: Setting): string => wordsOf(setting)[1],
    /** Some options, such as `POST`, are what people call them. */
    optionOf: (option: string): string => options[option] ?? option,
  };
}
