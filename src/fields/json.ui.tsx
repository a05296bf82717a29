import { Box, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { FieldTitle, InputHelperText, useInput } from 'react-admin';
import type { CellProps, FieldUi, InputProps } from './field-ui.ts';
import { readJson } from './read-json.ts';
import { Line } from './screen/line-cell.ui.tsx';

export const jsonUi: FieldUi = {
  Cell: JsonCell,
  Input: JsonField,
  // What is inside cannot be asked; whether there is anything can (`screen/complete-ui.tsx`).
  Filter: () => null,
  width: () => 'wide',
};

function JsonCell({ value, place }: CellProps) {
  if (place === 'list') {
    return (
      <Line place={place}>
        <Box component="code">{JSON.stringify(value)?.slice(0, 200)}</Box>
      </Line>
    );
  }
  return (
    <Box
      component="pre"
      tabIndex={0}
      sx={{ ...codeSx, m: 0, p: 1, maxHeight: 320, overflow: 'auto' }}
    >
      {writeJson(value)}
    </Box>
  );
}

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

function writeJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const same = (value: unknown): unknown => value;

const codeSx = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
