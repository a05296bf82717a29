import type { Figure } from '../../../../contract/aggregates.ts';
import {
  countFunctions,
  type AggregateFunction,
} from '../../../../descriptor/filter/aggregates.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { uiOf, FieldValue } from '../../../resource/field-value.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useTexts } from '../../../messages/texts.ts';

type FigureValueProps = {
  field: Field;
  function: AggregateFunction;
  value: Figure;
  /** Nothing around it shows the unit. */
  hasUnit?: true;
};

/** A figure with its unit, as far as the column does not show it. */
export function FigureValue({ field, function: name, value, hasUnit }: FigureValueProps) {
  const texts = useTexts('figures');
  if (typeof value !== 'object' || 'bounds' in value) {
    const unit = hasUnit && !countFunctions.includes(name) ? uiOf(field).unit?.(field) : undefined;
    const { value: figure, bounds: count } =
      typeof value === 'object' ? value : { value, bounds: 0 };
    return (
      <>
        <Amount {...{ field, name, unit }} value={figure} />
        {count > 0 && (
          <small title={texts.boundsHint}> {fillTemplate(texts.bounds, { count })}</small>
        )}
      </>
    );
  }
  if (value.value === null) return <em title={texts.severalUnitsHint}>{texts.severalUnits}</em>;
  return <Amount {...{ field, name, value: value.value, unit: value.unit ?? undefined }} />;
}

type AmountProps = {
  field: Field;
  name: AggregateFunction;
  value: string | number;
  unit: string | undefined;
};

/** One of the values as the field shows it; calculated numbers without the noise of binary fractions. */
function Amount({ field, name, value, unit }: AmountProps) {
  const { language } = useI18n();
  const { scale = 0 } = field.kind.column(field.settings);
  const { figure } = uiOf(field);
  const isValue = name === 'min' || name === 'max' || (name === 'median' && !isFraction(value));
  const isExact = typeof value === 'string';
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: isExact ? scale : 0,
    maximumFractionDigits: Math.max(4, scale),
  });
  return (
    <>
      {isValue && <FieldValue field={field} value={value} place="list" />}
      {!isValue &&
        (figure && !countFunctions.includes(name)
          ? figure(Number(value), field)
          : format.format(value as Intl.StringNumericLiteral | number))}
      {unit !== undefined && ` ${unit}`}
    </>
  );
}

function isFraction(value: string | number): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}
