import { checkField } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/field.ts';
import { writeCellDate } from '../formats/write-cell-date.ts';

/** What a value that is wrong, or hardly right, was probably meant to be; as it is written and as it is kept. */
export function offerInstead(
  field: Field,
  value: unknown,
): { proposed: string; value: unknown } | undefined {
  const text = value instanceof Date ? writeCellDate(value) : value;
  const isPlain = typeof text === 'string' || typeof text === 'number';
  const proposed = isPlain ? field.kind.propose?.(String(text)) : undefined;
  if (proposed === undefined) return undefined;
  const checked = checkField(field, proposed);
  return 'value' in checked && !checked.warning ? { proposed, value: checked.value } : undefined;
}
