import { TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Factor } from '../../../contract/people/factors.ts';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Gives a factor another name. */
export function FactorName({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { profile: texts } = useTexts('factors');
  const [name, setName] = useState(factor.name);
  const notify = useNotify();
  const notifyError = useNotifyError();
  const rename = useMutation({
    mutationFn: () =>
      call(`/api/users/current/factors/${factor.id}`, {
        method: 'PATCH',
        body: { name: name.trim() },
      }),
    onSuccess: () => {
      notify(texts.renamed, { type: 'success' });
      onClose();
    },
    onError: notifyError,
  });
  return (
    <DialogFrame
      title={texts.rename}
      cancel={texts.cancel}
      action={texts.save}
      isForm
      isDisabled={name.trim() === ''}
      isLoading={rename.isPending}
      onAction={() => rename.mutate()}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </DialogFrame>
  );
}

type NameFieldProps = { value: string; onChange: (name: string) => void };

export function NameField({ value, onChange }: NameFieldProps) {
  const { profile: texts } = useTexts('factors');
  return (
    <TextField
      label={texts.name}
      helperText={texts.nameHelp}
      placeholder={texts.namePlaceholder}
      value={value}
      required
      autoFocus
      fullWidth
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  );
}
