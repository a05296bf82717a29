import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { checkField, isMany } from '../../../descriptor/field-check.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/field.ts';
import { operators, type Operator } from '../../../fields/operators.ts';
import { FieldValue } from '../../kit/field-value.tsx';
import { RecordTitles } from '../../kit/record-titles.tsx';

type FilterConditionProps = { field: Field; operator: Operator; value: unknown };

/** What a field is asked for, in words: `≥ 2020`, `contains “bis”`, `Ortho-phthalates`. */
export function FilterCondition({ field, operator, value }: FilterConditionProps) {
  const translate = useTranslate();
  const word = translate(`operators.${operator}.short`, { _: '' });
  return (
    <>
      {word !== '' && `${word} `}
      {operators[operator].takes !== 'flag' && (
        <Operand field={field} operator={operator} values={[value].flat()} />
      )}
    </>
  );
}

type OperandProps = { field: Field; operator: Operator; values: readonly unknown[] };

function Operand({ field, operator, values }: OperandProps) {
  const translate = useTranslate();
  const relation = field.kind.relation?.(field.settings);
  if (operators[operator].takes === 'text')
    return translate('values.quoted', { text: values.join(' ') });
  const isWord = values.some((value) => parseToken(field, value) !== undefined);
  if (relation !== undefined && !isWord)
    return <RecordTitles resource={relation.to} ids={values.map(String)} />;
  if (isMany(field) && !isWord) return <FieldValue field={field} value={values} place="list" />;
  return values.map((value, index) => (
    <Fragment key={String(value)}>
      {index > 0 && (operators[operator].takes === 'two' ? ' – ' : ', ')}
      <One field={field} value={value} />
    </Fragment>
  ));
}

/** A word that stands for a value is said as it is written; but for who looks, who knows himself by another. */
function One({ field, value }: { field: Field; value: unknown }) {
  const translate = useTranslate();
  const relation = field.kind.relation?.(field.settings);
  if (parseToken(field, value) !== undefined)
    return value === '$user' ? translate('list.myself') : String(value);
  if (relation) return <RecordTitles resource={relation.to} ids={[String(value)]} />;
  // Of a link that was typed by hand; a field cannot draw what is none of its values.
  if (!('value' in checkField(field, value))) return String(value);
  return <FieldValue field={field} value={value} place="list" />;
}
