import { TextInput, useTranslate } from 'react-admin';
import type { InputProps, FilterProps } from '../field-ui.ts';

type LineInputProps = InputProps & {
  /** What phones show a keyboard for. */
  inputMode?: 'text' | 'email' | 'url';
};

/** One line of text that is no prose: nothing to correct the spelling of, nothing to capitalise. */
export function LineInput({
  source,
  label,
  helperText,
  validate,
  inputMode = 'text',
}: LineInputProps) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
      slotProps={{
        htmlInput: { inputMode, spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' },
      }}
    />
  );
}

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
