import { DialogContentText, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { Anonymised } from '../../../contract/people/person.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

type AnonymiseDialogProps = { path: string; name: string; email: string; onClose: () => void };

/** Asks for the address of the user and a reason, then puts a pseudonym in their place for good. */
export function AnonymiseDialog({ path, name, email, onClose }: AnonymiseDialogProps) {
  const texts = useTexts('user-account').anonymise;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const notify = useNotify();
  const refresh = useRefresh();
  const onError = useNotifyError();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const body = { email: typed.trim(), reason: reason.trim() };
      return (await call<Anonymised>(path, { method: 'POST', body })).json;
    },
    onSuccess: ({ name: pseudonym, kept }) => {
      const text = kept.length > 0 ? texts.doneExcept : texts.done;
      const done = fillTemplate(text, { pseudonym, kept: kept.join(', ') });
      const type = kept.length > 0 ? 'warning' : 'success';
      notify(done, { type });
      refresh();
      onClose();
    },
    onError,
  });
  const isSure = typed.trim().toLowerCase() === email.toLowerCase() && reason.trim() !== '';
  return (
    <DialogFrame
      title={fillTemplate(texts.title, { name })}
      cancel={texts.cancel}
      action={texts.action}
      isGrave
      isForm
      isDisabled={!isSure}
      isLoading={isPending}
      isBusy={isPending || !isSure}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>{texts.text}</DialogContentText>
      <TextField
        autoFocus
        fullWidth
        required
        margin="normal"
        label={fillTemplate(texts.email, { email })}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        fullWidth
        required
        multiline
        margin="normal"
        label={texts.reason}
        helperText={texts.reasonHelp}
        value={reason}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogFrame>
  );
}
