import { Box, DialogContentText, TextField } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../contract/webhooks.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Status } from '../../kit/status/status.tsx';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { AttemptView, Outcome } from './attempt-view.tsx';
import { testWebhook } from './webhooks.ts';

/** Sends a record that the user chooses, and shows the answer. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts('webhooks');
  const queries = useQueryClient();
  const notifyError = useNotifyError();
  const [record, setRecord] = useState('');
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => testWebhook(webhook.id, record.trim()),
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook-deliveries', webhook.id] }),
  });
  return (
    <DialogFrame
      title={texts.test}
      cancel={texts.close}
      action={texts.send}
      isForm
      isDisabled={record.trim() === ''}
      isLoading={isPending}
      isBusy={isPending}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>{texts.testText}</DialogContentText>
      <TextField
        label={texts.record}
        required
        autoFocus
        fullWidth
        value={record}
        onChange={({ target }) => setRecord(target.value)}
        slotProps={{ htmlInput: { maxLength: 64, spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ my: 2 }}
      />
      <Box component={Status} sx={visuallyHidden}>
        {data && <Outcome of={data} />}
      </Box>
      {data && <AttemptView attempt={data} />}
    </DialogFrame>
  );
}
