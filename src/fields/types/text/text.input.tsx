import { TextInput } from 'react-admin';
import { toInputProps, type FieldInputs } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';

export const textInputs: FieldInputs = {
  Input: (props) => (
    <TextInput
      {...toInputProps(props)}
      {...(props.field.settings.multiline && { multiline: true, minRows: 2, maxRows: 16 })}
    />
  ),
  Filter: ContainsFilter,
};
