import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../problems/value-check.ts';
import type { FieldType } from './field-type.ts';
import { equality, wording } from './operators.ts';
import { storable, textOperand } from '../text/storable-text.ts';

/**
 * The rule of a text with one written form: trimmed, normalised, then checked. Blank text passes as '', which means
 * empty for every type.
 */
export function canonicalText(
  maxLength: number,
  normalise: (text: string) => string,
  find: (text: string) => ValueMistake | undefined,
) {
  const findAny = (text: string): ValueMistake | undefined => {
    if (text === '') return undefined;
    return text.length > maxLength ? { code: 'V003', params: { max: maxLength } } : find(text);
  };
  return z
    .string()
    .overwrite((text) => normalise(text.trim()))
    .check(storable, valueCheck(findAny));
}

type WrittenType = Partial<FieldType> &
  Pick<FieldType, 'examples'> & {
    /** Too long for an index; a filter takes any text, not only a value of the type. */
    long?: true;
  };

/** A type without settings, whose values are texts with one written form. */
export function defineCanonicalTextType(
  rule: z.ZodType<string>,
  { long, ...own }: WrittenType,
): FieldType {
  const settings = z.strictObject({});
  return {
    settings,
    column: () => ({ sql: 'text', ...(long && { long }) }),
    value: () => rule,
    filter: { operators: [...equality, ...wording], operand: () => (long ? textOperand : rule) },
    text: { write: (value: string) => value, read: (written) => written },
    recognizes: (text) => rule.safeParse(text).success,
    ...own,
  };
}
