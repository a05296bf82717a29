import { Box, Button, TextField } from '@mui/material';
import { useRef, useState, type DragEvent } from 'react';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';

/** More rows decide nothing that these do not; a request has a limit. */
const MOST_BYTES = 500_000;

type DraftRowsProps = {
  rows: string;
  onChange: (rows: string) => void;
  /** Called with the name of a chosen file. */
  onFile: (name: string) => void;
};

/** Example rows, from a file or pasted. The file stays in the browser but for its first part. */
export function DraftRows({ rows, onChange, onFile }: DraftRowsProps) {
  const { draft: texts } = useTexts('first-visit');
  const input = useRef<HTMLInputElement>(null);
  const [isCut, setCut] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await file.slice(0, MOST_BYTES).text();
    const isLong = file.size > MOST_BYTES;
    setCut(isLong);
    onFile(file.name);
    // The last row may have been cut in two.
    onChange(isLong ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {texts.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
        aria-label={texts.file}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Hint>{texts.drop}</Hint>
      <TextField
        multiline
        fullWidth
        minRows={5}
        maxRows={12}
        label={texts.pasted}
        value={rows}
        onChange={({ target }) => {
          setCut(false);
          onChange(target.value);
        }}
        helperText={isCut ? texts.cut : undefined}
        slotProps={{ htmlInput: { spellCheck: false, maxLength: 1_000_000 } }}
      />
    </Box>
  );
}
