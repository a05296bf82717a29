import { Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import { isToken, parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { operators, type Operator } from '../../../fields/type/operators.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { inputsOf } from '../../resource/field-inputs.ts';
import { useTexts } from '../../messages/texts.ts';

export type TermValueProps = { field: Field; term: FilterTerm; onChange: (value: unknown) => void };

const USER = '$user';

/** A condition on records always holds a list: the user picks records, and one is a list of one. */
export function toRecordsTerm(field: Field | undefined, term: FilterTerm): FilterTerm {
  const operator = operators[term.operator].ofMany;
  if (!field?.kind.relation || operator === undefined) return term;
  return { ...term, operator, value: toList(term.value) };
}

export function recordOperators(field: Field, offered: readonly Operator[]): readonly Operator[] {
  return field.kind.relation
    ? offered.filter((each) => operators[each].ofMany === undefined)
    : offered;
}

/** The user picks records by title, in the filter input of their type; for users also "myself". */
export function RecordsValue({ field, term, onChange }: TermValueProps) {
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
