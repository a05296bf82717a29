import { TextArrayInput } from 'react-admin';
import { showBidi } from '../text/direction-signs.ts';
import type { InputProps } from '../type/field-ui.ts';
import { useFirstChips } from './use-first-chips.ui.tsx';

type TextsInputProps = Pick<InputProps, 'source' | 'label' | 'helperText'> &
  Partial<Pick<InputProps, 'validate'>>;

/** Takes any number of texts, each as a chip. */
export function TextsInput({ source, label, helperText, validate }: TextsInputProps) {
  return (
    <TextArrayInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      {...useFirstChips(showBidi)}
      size="small"
      fullWidth
    />
  );
}
