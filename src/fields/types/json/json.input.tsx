import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { FieldInputs, InputProps } from '../../field-ui.ts';
import { codeSx } from '../../screen/line-cell.ui.tsx';
import { writeJson } from './json.ui.tsx';
import { readJson } from '../../json-value.ts';
import { useTextField } from '../../screen/written-input.ui.tsx';

export const jsonInputs: FieldInputs = {
  Input: JsonField,
  // What is inside cannot be asked; whether there is anything can (`screen/complete-inputs.tsx`).
  Filter: () => null,
};

/** JSON as typed; the form holds what it means as soon as it means something, else the text, to be refused there. */
function JsonField(props: InputProps) {
  const { value, setValue, textFieldProps } = useTextField(props);
  const [text, setText] = useState(writeJson(value));
  const lastTold = useRef(value);

  useEffect(() => {
    if (lastTold.current === value) return; // It comes from here; the text must stay as typed.
    lastTold.current = value;
    setText(writeJson(value));
  }, [value]);

  const take = (typed: string): void => {
    setText(typed);
    lastTold.current = typed.trim() === '' ? null : readJson(typed);
    setValue(lastTold.current);
  };

  return (
    <TextField
      {...textFieldProps}
      value={text}
      onChange={(event) => take(event.target.value)}
      multiline
      minRows={3}
      maxRows={24}
      size="small"
      fullWidth
      slotProps={{ htmlInput: { spellCheck: false, sx: codeSx } }}
    />
  );
}
