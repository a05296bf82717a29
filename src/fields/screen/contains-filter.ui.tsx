import { TextInput, useTranslate } from 'react-admin';
import type { FilterProps } from '../field-ui.ts';

/** The filter of everything written: it contains the text somewhere. */
export function ContainsFilter({ source, label }: FilterProps) {
  return (
    <TextInput
      source={`${source}_contains`}
      label={useTranslate()('values.contains', { label })}
      helperText={false}
      size="small"
      fullWidth
      resettable
    />
  );
}
