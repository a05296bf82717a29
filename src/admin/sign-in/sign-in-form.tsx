import { useRef, useState, type SyntheticEvent } from 'react';
import { VisitorField } from './visitor-field.tsx';
import { PasswordField } from './password-field.tsx';
import type { ExplainedRefusal } from './refusal-note.tsx';
import { useCountdown } from './use-countdown.ts';
import { textsOf, useTexts } from '../messages/texts.ts';
import { saveSession, type Session } from '../client/session.ts';
import { post } from './post.ts';

type SignInFormProps = { prepare: () => void; enter: () => Promise<void> };

export function SignInForm({ prepare, enter }: SignInFormProps) {
  const texts = useTexts('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<ExplainedRefusal | 'unsaid'>();
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { refusal, Note } = typeof refused === 'object' ? refused : {};
  const secondsLeft = useCountdown(refusal?.reason === 'tooOften' ? refusal : undefined);

  // The notice disappears after three seconds; this message stays until the user types.
  const isWrong = refusal?.reason === 'refused';
  const emailProblem = asked && email.trim() === '' ? texts.emailMissing : isWrong ? '' : undefined;
  const own = asked && password === '' ? texts.passwordMissing : undefined;
  const passwordProblem = own ?? (isWrong ? texts.wrong : undefined);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (email.trim() === '' || password === '') {
      focus(email.trim() === '' ? 'email' : 'password');
      return;
    }
    if (busy || secondsLeft > 0) return;

    setRefused(undefined);
    setBusy(true);
    const answer = await signIn(email.trim(), password);
    if (answer === 'done') {
      await enter();
      return;
    }
    const why = await toExplained(answer);
    setRefused(why);
    setNoticeOpen(true);
    setBusy(false);
    if (why !== 'unsaid' && why.refusal.reason === 'refused') focus('password');
  }

  const type =
    (keep: (typed: string) => void) =>
    (typed: string): void => {
      keep(typed);
      if (isWrong) setRefused(undefined);
    };

  function closeNotice(): void {
    const had = document.activeElement?.closest('.entry-toast');
    setNoticeOpen(false);
    if (had) focus('password');
  }

  function focus(name: 'email' | 'password'): void {
    const input = form.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  }

  return (
    <form ref={form} className="entry-form" onSubmit={submit} onInput={prepare} noValidate>
      {refusal && Note && (isNoticeOpen || !isWrong) ? (
        <Note refusal={refusal} secondsLeft={secondsLeft} onClose={closeNotice} />
      ) : null}
      {refused === 'unsaid' ? (
        <p className="entry-note" role="alert">
          {textsOf('start').unreachable}
        </p>
      ) : null}
      <VisitorField
        name="email"
        label={texts.email}
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        problem={emailProblem}
        onChange={type(setEmail)}
      />
      <PasswordField
        name="password"
        label={texts.password}
        autoComplete="current-password"
        value={password}
        problem={passwordProblem}
        onChange={type(setPassword)}
      />
      <button className="entry-button" type="submit" aria-disabled={busy || secondsLeft > 0}>
        {busy ? texts.busy : texts.submit}
      </button>
    </form>
  );
}

/** The texts for refusals are loaded with the first one. If that fails, there is no connection, and the form says so. */
async function toExplained(response: Response | undefined): Promise<ExplainedRefusal | 'unsaid'> {
  try {
    return await (await import('./refusal-note.tsx')).explainRefusal(response);
  } catch {
    return 'unsaid';
  }
}

/** Signs in and stores the session. Otherwise returns the refusal, or undefined if no response came. */
async function signIn(email: string, password: string): Promise<'done' | Response | undefined> {
  const response = await post('/api/users/login', { email, password });
  if (!response?.ok) return response;
  saveSession((await response.json()) as Session);
  return 'done';
}
