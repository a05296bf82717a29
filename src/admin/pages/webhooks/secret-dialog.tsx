import { Box, Button, DialogContentText } from '@mui/material';
import type { NewWebhook } from '../../../contract/webhooks.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { useTexts } from '../../messages/texts.ts';

/** Shows a new secret, the only time. */
export function SecretDialog({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  const texts = useTexts('webhooks');
  const { name, secret } = webhook;
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={fillTemplate(texts.secretTitle, { name })}
      cancel={texts.close}
      onClose={onClose}
    >
      <DialogContentText>{texts.secretText}</DialogContentText>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 2, flexWrap: 'wrap' }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {secret}
        </Box>
        <Button size="small" onClick={() => copy(secret)}>
          {texts.copy}
        </Button>
      </Box>
    </DialogFrame>
  );
}
