import { AlertNote } from '../../kit/status/alert-note.tsx';
import type { ProofWays } from '../../../contract/people/factors.ts';
import { call, problemsOf } from '../../client/http.ts';
import { loadTexts, useTexts } from '../../messages/texts.ts';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { HttpError } from 'react-admin';
import { type OtherProof, OtherWays, readProofWays } from './other-ways.tsx';
import { drawOver, UserScreen } from './user-screen.tsx';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { signOut } from '../../client/account/sign-out.ts';
import { unlock } from '../../client/account/lock.ts';

/** Renders the locked screen over everything. Returns a function that removes it. */
export async function drawLock(product: string): Promise<() => void> {
  lockOnServer();
  await loadTexts(
    import.meta.glob('/src/admin/messages/*/sign-in/{sign-in,lock,factors,providers}.ts'),
  );
  return drawOver('lock', <LockScreen product={product} />);
}

/** The screen is locked even without a connection. */
function lockOnServer(): void {
  call('/api/users/current/lock', { method: 'POST', whileLocked: true }).catch((cause: unknown) =>
    console.error('Could not notify the server that the screen is locked', cause),
  );
}

/** The signed-in user and an input for their password. */
function LockScreen({ product }: { product: string }) {
  const texts = useTexts('lock');
  const { title, lead, signOut: leave } = texts;
  useTitle(`${title} · ${product}`);
  return (
    <UserScreen {...{ product, title, lead, leave }} onLeave={() => void signOut()}>
      {(email) => <UnlockForm email={email} />}
    </UserScreen>
  );
}

function UnlockForm({ email }: { email: string }) {
  const texts = useTexts('lock');
  const ways = useProofWays();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !ways?.password) return;
    setTrouble(undefined);
    setProblem(password === '' ? texts.missing : undefined);
    if (password === '') return;
    setBusy(true);
    try {
      await prove({ password });
      return;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (problemsOf(error)[0]?.code === 'A015') setProblem(texts.wrong);
      else setTrouble(error.message);
    }
    setBusy(false);
    const input = form.current?.elements.namedItem('lock-password');
    if (input instanceof HTMLInputElement) input.select();
  }

  return (
    <form ref={form} className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <AlertNote text={trouble} />
      {/* Tells password managers whose password to fill in. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {ways?.password && (
        <>
          <PasswordField
            name="lock-password"
            label={texts.password}
            autoComplete="current-password"
            autoFocus
            value={password}
            problem={problem}
            onChange={setPassword}
          />
          <button className="entry-button" type="submit" aria-disabled={isBusy}>
            {isBusy ? texts.busy : texts.submit}
          </button>
        </>
      )}
      {ways && (
        <OtherWays ways={ways} takesFocus={!ways.password} onProof={prove} onTrouble={setTrouble} />
      )}
    </form>
  );
}

/** Undefined while the server is asked; nobody should see a field that they have nothing for. */
function useProofWays(): ProofWays | undefined {
  const [ways, setWays] = useState<ProofWays>();
  useEffect(() => {
    let isShown = true;
    void readProofWays().then((read) => isShown && setWays(read));
    return () => void (isShown = false);
  }, []);
  return ways;
}

/** Unlocks the session on the server, then here. Throws the refusal of the server. */
async function prove(body: { password: string } | OtherProof): Promise<void> {
  await call('/api/users/current/unlock', { method: 'POST', body, whileLocked: true });
  unlock();
}

function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
