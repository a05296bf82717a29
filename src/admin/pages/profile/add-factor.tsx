import { Alert, Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { NewFactor } from '../../../contract/people/factors.ts';
import { call, messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useTexts } from '../../messages/texts.ts';
import { NameField } from './factor-name.tsx';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';

const path = '/api/users/current/factors';

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode');

type AddFactorProps = {
  kind: 'totp' | 'passkey';
  onClose: () => void;
  /** With the first factor come recovery codes. */
  onCodes: (codes: readonly string[]) => void;
};

/** Adds a passkey or an authenticator app: its name, then its first use. */
export function AddFactor({ kind, onClose, onCodes }: AddFactorProps) {
  const { profile: texts, step } = useTexts('factors');
  const notify = useNotify();
  const [name, setName] = useState('');
  const [started, setStarted] = useState<NewFactor>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function start(): Promise<void> {
    const body = { kind, name: name.trim() };
    const { json } = await call<NewFactor>(path, { method: 'POST', body });
    if (kind === 'totp') return setStarted(json);
    const { createPasskey } = await import('../../sign-in/passkey.ts');
    const passkey = await createPasskey(json.options ?? {});
    if (typeof passkey === 'string') return setProblem(step[passkey]);
    await confirm(json.id, { passkey });
  }

  async function confirm(id: string, body: object): Promise<void> {
    const { json } = await call<{ recoveryCodes?: string[] }>(`${path}/${id}/confirm`, {
      method: 'POST',
      body,
    });
    notify(texts.addedNow, { type: 'success' });
    if (json.recoveryCodes) onCodes(json.recoveryCodes);
    else onClose();
  }

  async function act(): Promise<void> {
    setProblem(undefined);
    if (started && code.trim() === '') return setProblem(step.missing);
    setBusy(true);
    try {
      await (started ? confirm(started.id, { code }) : start());
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const isWrong = problemsOf(error)[0]?.code === 'A029';
      const wrong = kind === 'totp' ? step.wrong : step.wrongPasskey;
      setProblem(isWrong ? wrong : messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <DialogFrame
      title={kind === 'totp' ? texts.addTotp : texts.addPasskey}
      cancel={texts.cancel}
      action={started ? texts.save : texts.next}
      isForm
      isDisabled={name.trim() === ''}
      isLoading={isBusy}
      onAction={() => void act()}
      onClose={onClose}
    >
      {started ? (
        <>
          {texts.scan}
          <Box sx={{ display: 'flex', justifyContent: 'center', my: 2 }}>
            <QrCode text={started.uri ?? ''} label={texts.qr} fallback={null} />
          </Box>
          <KeyLine secret={started.secret ?? ''} />
          <TextField
            label={step.code}
            value={code}
            required
            autoFocus
            fullWidth
            autoComplete="one-time-code"
            error={problem !== undefined}
            helperText={spokenProblem(problem)}
            onChange={({ target }) => {
              setCode(target.value);
              setProblem(undefined);
            }}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
          />
        </>
      ) : (
        <>
          {problem && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {problem}
            </Alert>
          )}
          <NameField value={name} onChange={setName} />
        </>
      )}
    </DialogFrame>
  );
}

/** The key, for apps that cannot scan; in groups of four, as people type it. */
function KeyLine({ secret }: { secret: string }) {
  const { profile: texts } = useTexts('factors');
  const copy = useCopy(texts.copied);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2, flexWrap: 'wrap' }}>
      {texts.key}:
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </Box>
      <Button size="small" onClick={() => copy(secret)}>
        {texts.copy}
      </Button>
    </Box>
  );
}
