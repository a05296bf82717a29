import { MenuItem, TextField } from '@mui/material';
import { BooleanInput, NullableBooleanInput, useInput, useTranslate } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../field-ui.ts';

export const booleanInputs: FieldInputs = {
  Input: BooleanField,
  Filter: BooleanFilter,
};

const required = { slotProps: { input: { 'aria-required': true } } };

/** A switch says yes or no; where the answer may be unknown, there are three. */
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
  const translate = useTranslate();
  const { field } = useInput({ source });
  const value = field.value === null || field.value === undefined ? '' : String(field.value);
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) =>
        field.onChange(target.value === '' ? null : target.value === 'true')
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('values.presence.any')}</MenuItem>
      <MenuItem value="true">{translate('values.yes')}</MenuItem>
      <MenuItem value="false">{translate('values.no')}</MenuItem>
    </TextField>
  );
}
