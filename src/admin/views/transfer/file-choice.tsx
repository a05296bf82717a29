import UploadFileIcon from '@mui/icons-material/UploadFile';
import { Box, Button, Typography } from '@mui/material';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useNumber } from '../use-number.ts';

type FileChoiceProps = {
  file: File | undefined;
  disabled: boolean;
  onChoose: (file: File) => void;
};

/** A file by dialog or dropped here. */
export function FileChoice({ file, disabled, onChoose }: FileChoiceProps) {
  const translate = useTranslate();
  const number = useNumber();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onChoose(dropped);
  };

  return (
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
        accept=".json,.ndjson,.jsonl,application/json"
        aria-label={translate('import.file')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          // Choosing the same file again, after it was mended, is a change too.
          event.target.value = '';
        }}
      />
      <Button
        startIcon={<UploadFileIcon />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {translate('import.choose')}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {file === undefined
          ? translate('import.drop')
          : `${file.name} (${number(Math.max(1, Math.round(file.size / 1024)))} kB)`}
      </Typography>
    </Box>
  );
}

const zoneSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.5,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
};
