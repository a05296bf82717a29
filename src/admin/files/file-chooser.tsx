import { Button } from '@mui/material';
import { useRef } from 'react';
import { useTexts } from '../messages/texts.ts';

type FileChooserProps = {
  label: string;
  variant: 'contained' | 'outlined';
  disabled?: boolean;
  loading?: boolean;
  onChoose: (file: File) => void;
};

/** A button that opens the browser's dialog for a file to import. */
export function FileChooser({ label, onChoose, ...button }: FileChooserProps) {
  const { file: texts } = useTexts('files');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv,.tsv,.txt,.json,.ndjson,.jsonl,.zip"
        aria-label={texts.label}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          // Choosing the same file again, after correcting it, must be a change too.
          event.target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
