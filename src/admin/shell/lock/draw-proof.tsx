import { AlertNote } from '../../kit/status/alert-note.tsx';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { HttpError } from 'react-admin';
import type { ProofWays } from '../../../contract/people/factors.ts';
import { call, problemsOf } from '../../client/http.ts';
import { loadTexts, useTexts } from '../../messages/texts.ts';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { VisitorField } from '../../sign-in/visitor-field.tsx';
import { type OtherProof, OtherWays, readProofWays, useTroubleOf } from './other-ways.tsx';
import { drawOver, UserScreen } from './user-screen.tsx';

const path = '/api/users/current/proof';

/** Asks in a dialog who the user is. Resolves whether they have proved it; the page behind stays as it is. */
export async function drawProof(product: string): Promise<boolean> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/{sign-in,factors,providers}.ts'));
  const ways = await readProofWays();
  return await new Promise((resolve) => {
    const end = (isProven: boolean): void => {
      remove();
      resolve(isProven);
    };
    const remove = drawOver('proof', <ProofScreen {...{ product, ways }} onEnd={end} />);
  });
}

type ProofScreenProps = {
  product: string;
  ways: ProofWays;
  onEnd: (isProven: boolean) => void;
};

function ProofScreen({ product, ways, onEnd }: ProofScreenProps) {
  const { title, lead, cancel: leave } = useTexts('factors').proof;
  useEffect(() => {
    const leaveOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onEnd(false);
    };
    addEventListener('keydown', leaveOnEscape);
    return () => removeEventListener('keydown', leaveOnEscape);
  }, [onEnd]);
  return (
    <UserScreen {...{ product, title, lead, leave }} isDialog onLeave={() => onEnd(false)}>
      {(email) => <ProofForm {...{ email, ways, onEnd }} />}
    </UserScreen>
  );
}

type ProofFormProps = Omit<ProofScreenProps, 'product'> & { email: string };

type Problems = { password?: string; code?: string; trouble?: string };

function ProofForm({ email, ways, onEnd }: ProofFormProps) {
  const { proof: texts, step } = useTexts('factors');
  const troubleOf = useTroubleOf();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  // Recovery codes come with a second factor.
  const needsCode = ways.factors.length > 0 && (ways.password || ways.providers.length > 0);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !ways.password) return;
    const noPassword = password === '' && { password: texts.passwordMissing };
    if (isComplete(noPassword)) await send(path, { password, ...second() });
  }

  /** Whether everything is typed; says what is missing. */
  function isComplete(noPassword: Problems | false): boolean {
    const newProblems = {
      ...noPassword,
      ...(needsCode && code.trim() === '' && { code: step.missing }),
    };
    setProblems(newProblems);
    return Object.keys(newProblems).length === 0;
  }

  function second(): object {
    if (!needsCode) return {};
    // The codes of apps are digits, and those for lost devices have letters.
    const isDigits = /^[\d\s]+$/.test(code);
    return isDigits ? { code } : { recoveryCode: code };
  }

  async function sendOther(proof: OtherProof): Promise<void> {
    if ('passkey' in proof) await send(path, proof);
    else await send(`${path}/provider`, { ...proof.signIn, ...second() });
  }

  async function send(to: string, body: object): Promise<void> {
    setBusy(true);
    try {
      await call(to, { method: 'POST', body, asSelf: true });
      onEnd(true);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      setBusy(false);
      setProblems(toProblems(error));
      form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.select();
    }
  }

  function toProblems(error: HttpError): Problems {
    const [first] = problemsOf(error);
    if (first?.code === 'A015') return { password: texts.passwordWrong };
    if (first?.code === 'A029' && /code$/i.test(first.path)) return { code: step.wrong };
    return { trouble: troubleOf(error) };
  }

  return (
    <form ref={form} className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <AlertNote text={problems.trouble} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {ways.password && (
        <PasswordField
          name="proof-password"
          label={texts.password}
          autoComplete="current-password"
          autoFocus
          value={password}
          problem={problems.password}
          onChange={setPassword}
        />
      )}
      {needsCode && (
        <VisitorField
          name="proof-code"
          label={ways.factors.includes('totp') ? step.code : step.recoveryCode}
          autoComplete="one-time-code"
          autoFocus={!ways.password}
          maxLength={40}
          value={code}
          problem={problems.code}
          onChange={setCode}
        />
      )}
      {ways.password && (
        <button className="entry-button" type="submit" aria-disabled={isBusy}>
          {isBusy ? step.busy : texts.submit}
        </button>
      )}
      <OtherWays
        ways={ways}
        takesFocus={!ways.password && !needsCode}
        mayLeave={() => isComplete(false)}
        onProof={sendOther}
        onTrouble={(trouble) => setProblems(trouble === undefined ? {} : { trouble })}
      />
    </form>
  );
}
