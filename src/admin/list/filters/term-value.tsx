import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/field.ts';
import { operators, takesList } from '../../../fields/operators.ts';
import { useLanguage } from '../../messages/language.ts';
import { problemText } from '../../messages/problem-text.ts';
import { uiOf } from '../../kit/field-value.tsx';
import { RecordsValue, type TermValueProps } from './record-values.tsx';
import { readTyped, writeTyped } from './typed-operand.ts';
import { capitalise } from '../../client/http.ts';

/** The value of a condition: chosen where there is something to choose from, typed elsewhere. */
export function TermValue({ field, term, onChange }: TermValueProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const options = uiOf(field).options?.(field, language, translate);
  const { takes } = operators[term.operator];
  if (takes === 'flag') return null;
  const isMany = takes === 'many';
  if (field.kind.relation && isMany) return <RecordsValue {...{ field, term, onChange }} />;
  if (!options || takes === 'two') return <TypedValue {...{ field, term, onChange }} />;
  const chosen = [term.value]
    .flat()
    .filter((value) => value !== '')
    .map(String);
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={translate('grid.value')}
      value={isMany ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) => {
        const texts = [target.value as string | string[]].flat();
        const values = options.filter(({ value }) => texts.includes(String(value)));
        onChange(isMany ? values.map(({ value }) => value) : values[0]?.value);
      }}
      slotProps={{ select: { multiple: isMany } }}
    >
      {options.map(({ value, label }) => (
        <MenuItem key={String(value)} value={String(value)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function TypedValue({ field, term, onChange }: TermValueProps) {
  const translate = useTranslate();
  const [text, setText] = useState(() => writeTyped(field, term.operator, term.value));
  const read = readTyped(field, term.operator, text);
  const problems = read !== 'nothing' && 'problems' in read ? read.problems : [];
  return (
    <TextField
      size="small"
      margin="none"
      label={translate('grid.value')}
      value={text}
      error={problems.length > 0}
      helperText={
        problems[0] ? capitalise(problemText(problems[0])) : hintOf(field, term, translate)
      }
      onChange={(event) => {
        setText(event.target.value);
        const next = readTyped(field, term.operator, event.target.value);
        onChange(next !== 'nothing' && 'value' in next ? next.value : '');
      }}
    />
  );
}

/** The words that stand for a value, where the field takes some. */
function hintOf(
  field: Field,
  { operator }: FilterTerm,
  translate: (key: string) => string,
): string {
  const words = ['$user', '$today-30d', '$now-24h', '$year'];
  const word = words.find((each) => {
    const token = parseToken(field, each);
    return token !== undefined && token !== 'malformed';
  });
  const many = takesList(operator) ? translate('grid.commas') : '';
  const token = word === undefined ? '' : `${translate('grid.also')} ${word}`;
  return [many, token].filter(Boolean).join('; ');
}
