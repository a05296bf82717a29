import UploadFileIcon from '@mui/icons-material/UploadFile';
import { Box, Button, TextField, Typography } from '@mui/material';
import { useRef, useState, type DragEvent } from 'react';
import { useTexts } from '../messages/texts.ts';

type FileDropProps = { disabled: boolean; onChoose: (file: File) => void };

/** A file by dialog or dropped here, or cells pasted from a spreadsheet. */
export function FileDrop({ disabled, onChoose }: FileDropProps) {
  const { file: texts } = useTexts('transfer');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onChoose(dropped);
  };
  return (
    <>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{ ...zoneSx, borderColor: isOver ? 'primary.main' : 'divider' }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.tsv,.txt,.json,.ndjson,.jsonl"
          aria-label={texts.label}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onChoose(chosen);
            // Choosing the same file again, after it was mended, is a change too.
            event.target.value = '';
          }}
        />
        <UploadFileIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
        <Button variant="contained" disabled={disabled} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
          {texts.drop}
        </Typography>
      </Box>
      <TextField
        label={texts.paste}
        value={pasted}
        disabled={disabled}
        onChange={(event) => setPasted(event.target.value)}
        multiline
        minRows={3}
        maxRows={10}
        fullWidth
        sx={{ m: 0 }}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      {pasted.trim() !== '' && (
        <Button
          variant="outlined"
          disabled={disabled}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChoose(toFile(pasted))}
        >
          {texts.take}
        </Button>
      )}
    </>
  );
}

/** Cells come from a spreadsheet with tabs between them; what has none is told by its content. */
function toFile(pasted: string): File {
  const [first = ''] = pasted.split('\n');
  if (/^\s*[[{]/.test(pasted)) return new File([pasted], 'pasted.json');
  return new File([pasted], first.includes('\t') ? 'pasted.tsv' : 'pasted.csv');
}

const zoneSx = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  px: 2,
  py: 4,
  border: 2,
  borderStyle: 'dashed',
  borderRadius: 2,
};
