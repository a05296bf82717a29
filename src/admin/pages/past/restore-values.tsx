import { headOf } from '../../../fields/text/head-of-path.ts';
import { Box, DialogContentText } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldInput } from '../../record/form/field-slot.tsx';
import { toNewValues } from '../../record/form/form-values.ts';
import { COLUMNS } from '../../record/record-layout.ts';
import type { Restored } from './trash.ts';

export type Values = Readonly<Record<string, unknown>>;

type RestoreValuesProps = {
  /** What stands in the way of the records as they were. */
  problems: Restored['problems'];
  /** Called with the valid values at each key. */
  onChange: (values: Values) => void;
};

/** Asks for the values with which records can come back; nothing if none would help. */
export function RestoreValues({ problems, onChange }: RestoreValuesProps) {
  const { resource, writable } = useResource();
  const names = new Set(problems.map(({ path }) => headOf(path)));
  // Only a step changes a state.
  const fields = writable.filter(
    (field) => names.has(field.name) && !isDerived(field) && !resource.states.has(field.name),
  );
  return fields.length > 0 ? <ValuesForm fields={fields} onChange={onChange} /> : null;
}

type ValuesFormProps = Pick<RestoreValuesProps, 'onChange'> & { fields: readonly Field[] };

function ValuesForm({ fields, onChange }: ValuesFormProps) {
  const { trash: own } = useTexts('changes');
  const form = useForm<Record<string, unknown>>({
    defaultValues: toNewValues(fields),
    mode: 'onTouched',
  });
  const text = JSON.stringify(useWatch({ control: form.control }));
  const report = useEffectEvent((typed: Values) => onChange(toValid(fields, typed)));
  useEffect(() => report(JSON.parse(text) as Values), [text]);
  return (
    <Box component="form" onSubmit={(event) => event.preventDefault()} sx={{ mt: 2 }}>
      <DialogContentText sx={{ mb: 1.5 }}>{own.valuesLead}</DialogContentText>
      <InputsFrame form={form}>
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} span={COLUMNS} />
        ))}
      </InputsFrame>
    </Box>
  );
}

function toValid(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const checked = checkField(field, values[field.name]);
      const isGiven = 'value' in checked && !isSameJson(checked.value, emptyOf(field));
      return isGiven ? [[field.name, checked.value]] : [];
    }),
  );
}
