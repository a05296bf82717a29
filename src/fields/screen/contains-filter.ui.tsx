import { TextInput } from 'react-admin';
import type { FilterProps } from '../field-ui.ts';

/** The filter of everything written: it contains the text somewhere. */
export function ContainsFilter({ source, label }: FilterProps) {
  return (
    <TextInput
      source={`${source}_contains`}
      label={label}
      helperText={false}
      size="small"
      fullWidth
      resettable
    />
  );
}
