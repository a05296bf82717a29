import { TextField, type BaseTextFieldProps } from '@mui/material';
import type { ChangeEvent, FocusEvent, InputHTMLAttributes, KeyboardEvent } from 'react';

type Input = HTMLInputElement | HTMLTextAreaElement;

type TextInputProps = Pick<
  BaseTextFieldProps,
  'label' | 'value' | 'defaultValue' | 'type' | 'placeholder' | 'error' | 'helperText' | 'color'
> & {
  onChange: (text: string) => void;
  onBlur?: () => void;
  onFocus?: (event: FocusEvent<Input>) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Attributes of the input itself. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  sx?: object;
};

/** An input of a text, with its label above it also while it is empty. */
export function TextInput({ onChange, input, sx, ...props }: TextInputProps) {
  return (
    <TextField
      {...props}
      onChange={({ target }: ChangeEvent<Input>) => onChange(target.value)}
      slotProps={{ htmlInput: input ?? {}, inputLabel: { shrink: true } }}
      sx={{ m: 0, ...sx }}
    />
  );
}
