import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { lackOf, type nameFields } from './collection-draft.ts';

/** What the person must still say of the fields, in words; undefined if nothing. */
export function useLack(named: ReturnType<typeof nameFields>): string | undefined {
  const { missingFields, lacks } = useTexts('structure-new');
  if (named.length === 0) return missingFields;
  return named.flatMap(({ field }) => {
    const need = lackOf(field);
    return need === undefined ? [] : [fillTemplate(lacks[need], { name: field.label.trim() })];
  })[0];
}
