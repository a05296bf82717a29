import { MenuItem, TextField, Box, Typography } from '@mui/material';
import { useState, useEffect, useEffectEvent, useMemo } from 'react';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { otherField, type FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { isToken } from '../../../descriptor/expression/variables.ts';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { operators, type Operator, takesList } from '../../../fields/type/operators.ts';
import { capitalise } from '../../client/http.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { problemText } from '../../messages/problem-text.ts';
import { readSign, readTyped, writeTyped } from './typed-operand.ts';
import type { Messages } from '../../messages/en/app.ts';
import { useForm } from 'react-hook-form';
import { CheckField } from '../../resource/check-field.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { inputsOf } from '../../resource/field-inputs.ts';
import { useTexts } from '../../messages/texts.ts';

export type OfferedProps = Omit<TermValueProps, 'onChange'> & {
  /** The operators of the field, which may be typed before the value. */
  offered: readonly Operator[];
  onChange: (value: unknown, operator?: Operator) => void;
};

/** The value of a condition: chosen if there is something to choose from, typed otherwise. */
export function TermValue({ field, term, offered, onChange }: OfferedProps) {
  const { texts: app, language } = useI18n();
  const options = uiOf(field).options?.(field, language, app.values);
  const { takes } = operators[term.operator];
  const isMany = takes === 'many';
  if (field.kind.relation && isMany) return <RecordsValue {...{ field, term, onChange }} />;
  if (!options || takes === 'two') return <TypedValue {...{ field, term, offered, onChange }} />;
  const chosen = [term.value]
    .flat()
    .filter((value) => value !== '')
    .map(String);
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={app.grid.value}
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

function TypedValue({ field, term, offered, onChange }: OfferedProps) {
  const { texts: app } = useI18n();
  const [typed, setTyped] = useState({
    text: writeTyped(field, term.operator, term.value),
    value: term.value,
  });
  // A value that was not typed here comes from a chip, the filter row or the address.
  const isOwn = isSameJson(typed.value, term.value);
  const text = isOwn ? typed.text : writeTyped(field, term.operator, term.value);
  const read = readTyped(field, term.operator, text);
  const problems = read !== 'nothing' && 'problems' in read ? read.problems : [];
  return (
    <TextField
      size="small"
      margin="none"
      label={app.grid.value}
      value={text}
      error={problems.length > 0}
      helperText={problems[0] ? capitalise(problemText(problems[0])) : hintOf(field, term, app)}
      onChange={(event) => {
        const written = event.target.value;
        const signed = readSign(offered, written);
        const { operator, text: now } = signed ?? { operator: term.operator, text: written };
        const next = readTyped(field, operator, now);
        const value = next !== 'nothing' && 'value' in next ? next.value : '';
        setTyped({ text: now, value });
        onChange(value, operator);
      }}
    />
  );
}

/** The words that stand for a value, if the field takes any. */
function hintOf(field: Field, { operator }: FilterTerm, app: Messages) {
  const words = ['$user', '$today-30d', '$now-24h', '$year'];
  const word = words.find((each) => {
    const token = parseToken(field, each);
    return token !== undefined && token !== 'malformed';
  });
  if (operators[operator].takes === 'words') return app.values.searchHint;
  const many = takesList(operator) ? app.grid.commas : '';
  const token = word === undefined ? '' : `${app.grid.also} ${word}`;
  return [many, token].filter(Boolean).join('; ');
}

type TermValueProps = { field: Field; term: FilterTerm; onChange: (value: unknown) => void };

const USER = '$user';

/** A condition on records holds a list, or another field: the user picks records, and one is a list of one. */
export function toRecordsTerm(field: Field | undefined, term: FilterTerm): FilterTerm {
  const operator = operators[term.operator].ofMany;
  const isList = operator !== undefined && otherField(term.value) === undefined;
  if (!field?.kind.relation || !isList) return term;
  return { ...term, operator, value: toList(term.value) };
}

export function recordOperators(
  { field, operators: offered }: Pick<FilterPath, 'field' | 'operators'>,
  { value }: FilterTerm,
): readonly Operator[] {
  if (!field.kind.relation) return offered;
  const isCompared = otherField(value) !== undefined;
  return offered.filter((each) =>
    isCompared ? operators[each].takes !== 'many' : operators[each].ofMany === undefined,
  );
}

/** The user picks records by title, in the filter input of their type; for users also "myself". */
function RecordsValue({ field, term, onChange }: TermValueProps) {
  const texts = useTexts('app');
  const values = toList(term.value);
  const token = parseToken(field, USER);
  const isWhoAsks = values.includes(USER);
  const records = values.filter((value) => value !== USER);
  const emitChoice = (chosen: readonly unknown[], isWithUser: boolean): void =>
    onChange(isWithUser ? [USER, ...chosen] : chosen);
  return (
    <>
      <RecordPicker
        field={field}
        chosen={records}
        onChoose={(chosen) => emitChoice(chosen, isWhoAsks)}
      />
      {token !== 'malformed' && isToken(token) && (
        <CheckField
          isDense
          checked={isWhoAsks}
          onChange={(isChecked) => emitChoice(records, isChecked)}
          label={
            <Typography variant="body2">
              {texts.list.myself} ({USER})
            </Typography>
          }
        />
      )}
    </>
  );
}

type RecordPickerProps = {
  field: Field;
  chosen: readonly unknown[];
  onChoose: (chosen: readonly unknown[]) => void;
};

function RecordPicker({ field, chosen, onChoose }: RecordPickerProps) {
  const texts = useTexts('app');
  const source = `${field.name}_in`;
  const form = useForm({ defaultValues: { [source]: chosen } });
  const emitChoice = useEffectEvent(() => onChoose(form.getValues(source) ?? []));
  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: ({ name }) => name && emitChoice() }),
    [form],
  );
  // Whether a field refers to any record at all is an operator of its own.
  const requiredField = useMemo(() => ({ ...field, required: true }), [field]);
  const { Filter } = inputsOf(field);
  return (
    <InputsFrame form={form}>
      {/* On one line with what comes before. */}
      <Box sx={{ '& .MuiFormControl-root': { my: 0 } }}>
        <Filter field={requiredField} source={field.name} label={texts.grid.value} />
      </Box>
    </InputsFrame>
  );
}

function toList(value: unknown): readonly unknown[] {
  return [value].flat().filter(Boolean);
}
