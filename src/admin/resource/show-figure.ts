import type { Field } from '../../fields/type/field.ts';
import { showNumber } from '../../fields/text/number-format.ts';
import { uiOf } from './field-value.tsx';

/** A number that is calculated from values of a field, such as the end of a bin, with its unit. */
export function showFigure(field: Field, value: number, language: string): string {
  const { figure, unit } = uiOf(field);
  if (figure) return figure(value, field);
  const number = showNumber(value, {}, language);
  const sign = unit?.(field);
  return sign === undefined ? number : `${number} ${sign}`;
}
