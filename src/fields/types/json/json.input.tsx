import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { FieldInputs, InputProps } from '../../field-ui.ts';
import { codeSx } from '../../screen/line-cell.ui.tsx';
import { writeJson } from './json.ui.tsx';
import { readJson } from '../../json-value.ts';

export const jsonInputs: FieldInputs = {
  Input: JsonField,
  // What is inside cannot be asked; whether there is anything can (`screen/complete-inputs.tsx`).
  Filter: () => null,
};

/** JSON as typed; the form holds what it means as soon as it means something, else the text, to be refused there. */
function JsonField({ source, label, helperText, validate }: InputProps) {
  const { field, fieldState, id, isRequired } = useInput({
    source,
    validate,
    format: same,
    parse: same,
  });
  const [text, setText] = useState(writeJson(field.value));
  const lastTold = useRef<unknown>(field.value);

  useEffect(() => {
    if (lastTold.current === field.value) return; // It comes from here; the text must stay as typed.
    lastTold.current = field.value;
    setText(writeJson(field.value));
  }, [field.value]);

  const take = (typed: string): void => {
    setText(typed);
    lastTold.current = typed.trim() === '' ? null : readJson(typed);
    field.onChange(lastTold.current);
  };

  return (
    <TextField
      id={id}
      inputRef={field.ref}
      name={field.name}
      value={text}
      onChange={(event) => take(event.target.value)}
      onBlur={field.onBlur}
      className={`ra-input ra-input-${source}`}
      multiline
      minRows={3}
      maxRows={24}
      size="small"
      fullWidth
      label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={
        <InputHelperText error={fieldState.error?.message} helperText={helperText ?? false} />
      }
      slotProps={{ htmlInput: { spellCheck: false, sx: codeSx } }}
    />
  );
}

const same = (value: unknown): unknown => value;
