import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { Field } from '../type/field.ts';
import type { FieldInputs, InputProps } from '../type/field-ui.ts';
import { NotationField, type Notation } from './notation-field.ui.tsx';
import { Range } from './range.ui.tsx';

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

/** The inputs of a type whose values have a notation. A form refuses a text without meaning, a filter ignores it. */
export function notationInputs<Value extends string | number = string>(
  useNotation: (field: Field) => Omit<Notation<Value>, 'unreadable'>,
): FieldInputs {
  return {
    Input: ({ field, source, label, helperText, validate }) => (
      <NotationInput
        {...{ source, label, helperText, validate }}
        {...useNotation(field)}
        unreadable="keep"
      />
    ),
    Filter: ({ field, source, label }) => {
      const notation = { ...useNotation(field), unreadable: 'drop' } as const;
      return <Range source={source} label={label} is={NotationInput<Value>} from={notation} />;
    },
  };
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
