import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { InputProps } from '../field-ui.ts';
import { WrittenText, type Writing } from './written-text.ui.tsx';

type WrittenInputProps = Pick<InputProps, 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>> &
  Writing;

/** A day or a moment in a form. */
export function WrittenInput(props: WrittenInputProps) {
  const { source, label, helperText, validate, ...writing } = props;
  const { field, fieldState, id, isRequired } = useInput({
    source,
    validate,
    format: same,
    parse: same,
  });
  return (
    <WrittenText
      {...writing}
      id={id}
      inputRef={field.ref}
      name={field.name}
      value={String(field.value ?? '')}
      onChange={(next) => field.onChange(next ?? null)}
      onBlur={() => field.onBlur()}
      className={`ra-input ra-input-${source}`}
      label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={
        <InputHelperText error={fieldState.error?.message} helperText={helperText ?? false} />
      }
    />
  );
}

const same = (value: unknown): unknown => value;
