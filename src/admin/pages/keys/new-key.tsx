import { Button, TextField } from '@mui/material';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { useTexts } from '../../messages/texts.ts';

/** A new key, which is shown this once. */
export function NewKey({ text, onClose }: { text: string; onClose: () => void }) {
  const texts = useTexts('keys');
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={texts.newTitle}
      cancel={texts.done}
      isBusy
      onClose={onClose}
      onCancel={onClose}
      beside={
        <Button autoFocus onClick={() => copy(text)}>
          {texts.copy}
        </Button>
      }
    >
      <TextField
        label={texts.key}
        value={text}
        helperText={texts.newHelp}
        fullWidth
        multiline
        onFocus={({ target }) => target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } },
        }}
      />
    </DialogFrame>
  );
}
