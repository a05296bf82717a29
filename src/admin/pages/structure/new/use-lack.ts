import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useSettingWords } from '../settings/use-setting-words.ts';
import { lackOf, type NamedField } from './collection-draft.ts';

/** What the person must still say of the fields, in words; undefined if nothing. */
export function useLack(named: readonly NamedField[]): string | undefined {
  const { missingFields, lack } = useTexts('structure-new');
  const { labelOf } = useSettingWords();
  if (named.length === 0) return missingFields;
  return named.flatMap(({ label, field }) => {
    const setting = lackOf(field);
    return setting ? [fillTemplate(lack, { name: label, setting: labelOf(setting) })] : [];
  })[0];
}
