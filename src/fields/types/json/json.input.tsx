import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { FieldInputs, InputProps } from '../../type/field-ui.ts';
import { codeSx } from '../../screen/line-cell.ui.tsx';
import { writeJson } from './json.ui.tsx';
import { readJson } from '../../type/json-value.ts';
import { useTextField } from '../../screen/notation-input.ui.tsx';

export const jsonInputs: FieldInputs = {
  Input: JsonField,
  // Nobody can filter by the content, only by whether there is any (`screen/complete-inputs.tsx`).
  Filter: () => null,
};

/** JSON as typed. The form has its value as soon as the text is valid; until then it has the text, and refuses it. */
function JsonField(props: InputProps) {
  const { value, setValue, textFieldProps } = useTextField(props);
  const [text, setText] = useState(writeJson(value));
  const lastEmitted = useRef(value);

  useEffect(() => {
    if (lastEmitted.current === value) return; // The change comes from here, so the text stays as typed.
    lastEmitted.current = value;
    setText(writeJson(value));
  }, [value]);

  const readTyped = (typed: string): void => {
    setText(typed);
    lastEmitted.current = typed.trim() === '' ? null : readJson(typed);
    setValue(lastEmitted.current);
  };

  return (
    <TextField
      {...textFieldProps}
      value={text}
      onChange={(event) => readTyped(event.target.value)}
      multiline
      minRows={3}
      maxRows={24}
      size="small"
      fullWidth
      slotProps={{ htmlInput: { spellCheck: false, sx: codeSx } }}
    />
  );
}
