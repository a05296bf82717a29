import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { InputProps } from '../field-ui.ts';
import { DateTextField, type DateNotation } from './date-text-field.ui.tsx';

type DateTextInputProps = Pick<InputProps, 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>> &
  DateNotation;

/** A day or a moment in a form. */
export function DateTextInput(props: DateTextInputProps) {
  const { source, label, helperText, validate, ...writing } = props;
  const { value, setValue, textFieldProps } = useTextField({ source, label, helperText, validate });
  return (
    <DateTextField
      {...writing}
      {...textFieldProps}
      value={String(value ?? '')}
      onChange={(next) => setValue(next ?? null)}
    />
  );
}

type TextField = Pick<DateTextInputProps, 'source' | 'label' | 'helperText' | 'validate'>;

/** A value of the form, unchanged, for a text field that is not one of react-admin's. */
export function useTextField({ source, label, helperText, validate }: TextField) {
  const input = useInput({ source, validate, format: same, parse: same });
  const { field, fieldState, id, isRequired } = input;
  const { error, invalid } = fieldState;
  return {
    value: field.value,
    setValue: (value: unknown) => field.onChange(value),
    textFieldProps: {
      id,
      inputRef: field.ref,
      name: field.name,
      onBlur: () => field.onBlur(),
      className: `ra-input ra-input-${source}`,
      label: <FieldTitle label={label} source={source} isRequired={isRequired} />,
      error: invalid,
      helperText: <InputHelperText error={error?.message} helperText={helperText ?? false} />,
    },
  };
}

const same = (value: unknown): unknown => value;
