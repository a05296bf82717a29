import { useSend } from '../../client/use-send.ts';
import { Alert, Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { NewFactor, Factor } from '../../../contract/people/factors.ts';
import { call, messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useTexts } from '../../messages/texts.ts';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';

export const factorsPath = '/api/users/current/factors';

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode');

type AddFactorProps = {
  kind: 'totp' | 'passkey';
  onClose: () => void;
  /** With the first factor come recovery codes. */
  onCodes: (codes: readonly string[]) => void;
};

/** Adds a passkey or an authenticator app: its name, then its first use. */
export function AddFactor(props: AddFactorProps) {
  const { kind, onClose } = props;
  const { profile: texts } = useTexts('factors');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const { started, problem, setProblem, isBusy, act } = useAddition(props);
  return (
    <DialogFrame
      title={kind === 'totp' ? texts.addTotp : texts.addPasskey}
      cancel={texts.cancel}
      action={started ? texts.save : texts.next}
      isForm
      isDisabled={name.trim() === ''}
      isLoading={isBusy}
      onAction={() => void act(name, code)}
      onClose={onClose}
    >
      {started ? (
        <FirstCode
          {...{ started, code, problem }}
          onChange={(typed) => {
            setCode(typed);
            setProblem(undefined);
          }}
        />
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

/** The two steps: the server makes the factor, and its first use confirms it. */
function useAddition({ kind, onClose, onCodes }: AddFactorProps) {
  const { profile: texts, step } = useTexts('factors');
  const notify = useNotify();
  const [started, setStarted] = useState<NewFactor>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function start(name: string): Promise<void> {
    const body = { kind, name: name.trim() };
    const { json } = await call<NewFactor>(factorsPath, { method: 'POST', body });
    if (kind === 'totp') return setStarted(json);
    const { createPasskey } = await import('../../sign-in/passkey.ts');
    const passkey = await createPasskey(json.options ?? {});
    if (typeof passkey === 'string') return setProblem(step[passkey]);
    await confirm(json.id, { passkey });
  }

  async function confirm(id: string, body: object): Promise<void> {
    const init = { method: 'POST', body } as const;
    const { json } = await call<{ recoveryCodes?: string[] }>(`${factorsPath}/${id}/confirm`, init);
    notify(texts.addedNow, { type: 'success' });
    if (json.recoveryCodes) onCodes(json.recoveryCodes);
    else onClose();
  }

  async function act(name: string, code: string): Promise<void> {
    setProblem(undefined);
    if (started && code.trim() === '') return setProblem(step.missing);
    setBusy(true);
    try {
      await (started ? confirm(started.id, { code }) : start(name));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const isWrong = problemsOf(error)[0]?.code === 'A029';
      const wrong = kind === 'totp' ? step.wrong : step.wrongPasskey;
      setProblem(isWrong ? wrong : messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { started, problem, setProblem, isBusy, act };
}

type FirstCodeProps = {
  started: NewFactor;
  code: string;
  problem: string | undefined;
  onChange: (code: string) => void;
};

/** The secret for an authenticator app, to scan or to type, and the first code that the app shows. */
function FirstCode({ started, code, problem, onChange }: FirstCodeProps) {
  const { profile: texts, step } = useTexts('factors');
  return (
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
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
      />
    </>
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

/** Gives a factor another name. */
export function FactorName({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { profile: texts } = useTexts('factors');
  const [name, setName] = useState(factor.name);
  const rename = useSend({
    send: () =>
      call(`${factorsPath}/${factor.id}`, { method: 'PATCH', body: { name: name.trim() } }),
    done: texts.renamed,
    onDone: onClose,
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

function NameField({ value, onChange }: NameFieldProps) {
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
