import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { operators, type Operator } from '../../../fields/operators.ts';
import { useText } from '../../messages/use-text.ts';

type OperatorSelectProps = {
  field: Field;
  offered: readonly Operator[];
  value: Operator;
  onChange: (operator: Operator) => void;
};

/** The sign of the operator, and over it, unseen, all of them by their names. */
export function OperatorSelect({ field, offered, value, onChange }: OperatorSelectProps) {
  const say = useText();
  const translate = useTranslate();
  const nameOf = (operator: Operator): string =>
    `${operators[operator].sign} ${translate(`operators.${operator}.name`)}`;
  return (
    <>
      <span className="g-operator" aria-hidden>
        {operators[value].sign}
      </span>
      <select
        className="g-operators"
        title={nameOf(value)}
        aria-label={translate('grid.operator_of', { label: say(field.label) })}
        value={value}
        onChange={(event) => onChange(event.target.value as Operator)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </>
  );
}
