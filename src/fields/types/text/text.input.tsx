import { TextInput } from 'react-admin';
import { toInputProps, type FieldInputs, type InputProps } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';

export const textInputs: FieldInputs = {
  Input: TextField,
  Filter: ContainsFilter,
};

function TextField(props: InputProps) {
  return (
    <TextInput
      {...toInputProps(props)}
      {...(props.field.settings.multiline && { multiline: true, minRows: 2, maxRows: 16 })}
    />
  );
}
