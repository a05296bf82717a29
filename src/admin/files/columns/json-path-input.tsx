import { TextField } from '@mui/material';
import { useState } from 'react';
import { useTexts } from '../../messages/texts.ts';

type JsonPathInputProps = { path: string; onChange: (path: string) => void };

/** Where a JSON object has its records. Reports only a whole path, because the file is read again with each. */
export function JsonPathInput({ path, onChange }: JsonPathInputProps) {
  const { path: texts } = useTexts('import-sheets');
  const [text, setText] = useState(path);
  const commitPath = (): void => {
    const typed = text.trim();
    if (typed !== '' && typed !== path) onChange(typed);
    else setText(path);
  };
  return (
    <TextField
      label={texts.label}
      helperText={texts.help}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commitPath}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitPath();
      }}
      slotProps={{
        htmlInput: { maxLength: 1_000, spellCheck: false, autoCapitalize: 'none' },
        inputLabel: { shrink: true },
      }}
      sx={{ m: 0 }}
    />
  );
}
