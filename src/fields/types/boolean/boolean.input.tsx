import { BooleanInput, NullableBooleanInput, useInput } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../type/field-ui.ts';
import { SelectFilter } from '../../screen/select-filter.ui.tsx';

export const booleanInputs: FieldInputs = { Input: BooleanField, Filter: BooleanFilter };

const required = { slotProps: { input: { 'aria-required': true } } };

/** A switch offers yes and no; an optional field needs a third choice, unknown. */
function BooleanField(props: InputProps) {
  const { size, fullWidth, ...common } = toInputProps(props);
  if (props.field.required) return <BooleanInput {...common} options={required} />;
  return (
    <NullableBooleanInput
      {...{ ...common, size, fullWidth }}
      nullLabel="values.unknown"
      trueLabel="values.yes"
      falseLabel="values.no"
    />
  );
}

function BooleanFilter({ source, label }: FilterProps) {
  const { field } = useInput({ source });
  const value = field.value === null || field.value === undefined ? '' : String(field.value);
  return (
    <SelectFilter
      label={label}
      value={value}
      onChange={(chosen) => field.onChange(chosen === '' ? null : chosen === 'true')}
      options={{ true: 'values.yes', false: 'values.no' }}
    />
  );
}
