import { TextInput } from 'react-admin';
import type { FieldInputs, InputProps } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';

export const textInputs: FieldInputs = {
  Input: TextField,
  Filter: ContainsFilter,
};

function TextField({ field, source, label, helperText, validate }: InputProps) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
      {...(field.settings.multiline ? { multiline: true, minRows: 2, maxRows: 16 } : {})}
    />
  );
}
