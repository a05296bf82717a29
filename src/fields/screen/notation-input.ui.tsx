import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { InputProps } from '../type/field-ui.ts';
import { NotationField, type Notation } from './notation-field.ui.tsx';

type NotationInputProps<Value> = TextField & Notation<Value>;

/** A value with a notation in a form, such as a day or a duration. */
export function NotationInput<Value extends string | number = string>(
  props: NotationInputProps<Value>,
) {
  const { source, label, helperText, validate, ...writing } = props;
  const { value, setValue, textFieldProps } = useTextField({ source, label, helperText, validate });
  return (
    <NotationField
      {...writing}
      {...textFieldProps}
      value={(value ?? '') as Value | ''}
      onChange={(next) => setValue(next ?? null)}
    />
  );
}

type TextField = Pick<InputProps, 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>>;

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
