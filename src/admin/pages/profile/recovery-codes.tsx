import { Box, Button } from '@mui/material';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { useTexts } from '../../messages/texts.ts';

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void };

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { profile: texts } = useTexts('factors');
  const text = `${codes.join('\n')}\n`;
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={texts.codesTitle}
      cancel={texts.done}
      isBusy
      // The codes have the focus, because one Enter too many must not close their only view.
      content={{ tabIndex: 0, ref: focusOn }}
      onClose={onClose}
      onCancel={onClose}
      beside={
        <>
          <Button onClick={() => copy(text)}>{texts.copy}</Button>
          <Button
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
          >
            {texts.download}
          </Button>
        </>
      }
    >
      {texts.codesHelp}
      <Box
        component="ol"
        aria-label={texts.codes}
        sx={{ columns: 2, pl: 3, my: 2, fontFamily: 'monospace', fontSize: 18, lineHeight: 1.8 }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </DialogFrame>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
