import { counting, type AggregateFunction } from '../../../../descriptor/filter/aggregates.ts';
import type { Field } from '../../../../fields/field.ts';
import { FieldValue, uiOf } from '../../../kit/field-value.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';

type FigureValueProps = { field: Field; function: AggregateFunction; value: string | number };

/** One of the values as the field shows it; calculated numbers without the noise of binary fractions. */
export function FigureValue({ field, function: name, value }: FigureValueProps) {
  const { language } = useI18n();
  const isValue = name === 'min' || name === 'max' || (name === 'median' && !isFraction(value));
  if (isValue) return <FieldValue field={field} value={value} place="list" />;
  const { figure } = uiOf(field);
  if (figure && !counting.includes(name)) return figure(Number(value), field);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(Number(value));
}

function isFraction(value: string | number): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}
