import { AlertNote } from '../kit/status/alert-note.tsx';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { VisitorField } from './visitor-field.tsx';
import { PasswordField } from './password-field.tsx';
import type { ExplainedRefusal } from './refusal-note.tsx';
import type { SecondFactor } from './second-step.tsx';
import { useCountdown } from './use-countdown.ts';
import { textsOf, useTexts } from '../messages/texts.ts';
import { saveSession, type Session } from '../client/account/session.ts';
import { post } from './post.ts';

type SignInFormProps = {
  prepare: () => void;
  enter: () => Promise<void>;
  email: string;
  setEmail: (email: string) => void;
  /** The password was right, and the server asks for more. */
  onSecondFactor: (second: SecondFactor) => void;
};

export function SignInForm(props: SignInFormProps) {
  const { prepare, enter, email, setEmail, onSecondFactor } = props;
  const texts = useTexts('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<ExplainedRefusal | 'unsaid'>();
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const [password, setPassword] = useState('');
  const { refusal, Note } = typeof refused === 'object' ? refused : {};
  const secondsLeft = useCountdown(refusal?.reason === 'tooOften' ? refusal : undefined);

  // The notice disappears after three seconds; this message stays until the user types.
  const isWrong = refusal?.reason === 'refused';
  const noEmail = isSubmitted && email.trim() === '' ? texts.emailMissing : undefined;
  const emailProblem = noEmail ?? (isWrong ? '' : undefined);
  const noPassword = isSubmitted && password === '' ? texts.passwordMissing : undefined;
  const passwordProblem = noPassword ?? (isWrong ? texts.wrong : undefined);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    if (email.trim() === '' || password === '') {
      focus(email.trim() === '' ? 'email' : 'password');
      return;
    }
    if (busy || secondsLeft > 0) return;

    setRefused(undefined);
    setBusy(true);
    await acceptAnswer(await post('/api/users/login', { email: email.trim(), password }));
  }

  /** Signs in by what the server answered, or shows why not. */
  async function acceptAnswer(answer: Response | undefined): Promise<void> {
    if (answer?.ok) {
      saveSession((await answer.json()) as Session);
      await enter();
      return;
    }
    const secondFactor = await readSecondFactor(answer);
    if (secondFactor) {
      onSecondFactor(secondFactor);
      return;
    }
    const why = await toExplained(answer);
    setRefused(why);
    setNoticeOpen(true);
    setBusy(false);
    if (why !== 'unsaid' && why.refusal.reason === 'refused') focus('password');
  }

  const passkey = usePasskeyOffer(acceptAnswer);

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
      <AlertNote text={refused === 'unsaid' ? textsOf('start').unreachable : undefined} />
      <VisitorField
        name="email"
        label={texts.email}
        type="email"
        autoComplete="username webauthn"
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
      {passkey.isOffered && (
        <button className="entry-other" type="button" onClick={passkey.ask}>
          {texts.passkey}
        </button>
      )}
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

/** The second step of a sign-in, loaded only if the server asks for one. */
async function readSecondFactor(answer: Response | undefined): Promise<SecondFactor | undefined> {
  if (answer?.status !== 403) return undefined;
  return await import('./second-step.tsx')
    .then(({ readAsked }) => readAsked(answer.clone()))
    .catch(() => undefined);
}

/**
 * Offers the passkeys of this browser in the field of the address, and by a button. Both are there only where the
 * browser has passkeys. What they need is loaded when somebody moves towards the fields, so that the page stays small.
 */
function usePasskeyOffer(acceptAnswer: (answer: Response | undefined) => Promise<void>) {
  const latest = useRef(acceptAnswer);
  useEffect(() => {
    latest.current = acceptAnswer;
  });
  useEffect(() => {
    if (!hasPasskeys) return;
    const stop = new AbortController();
    const offer = ({ type, target }: Event): void => {
      // A user who types the password has chosen.
      if (type === 'keydown' && (target as Element).getAttribute('name') !== 'email') return;
      stop.abort();
      void import('./passkey.ts')
        .then(({ offerPasskey }) => offerPasskey())
        .then(
          (answer) => answer && latest.current(answer),
          () => undefined,
        );
    };
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(sign, offer, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  const ask = async (): Promise<void> => {
    const answer = await (await import('./passkey.ts')).askPasskey();
    if (answer !== 'none') await latest.current(answer);
  };
  return { isOffered: hasPasskeys, ask: () => void ask() };
}

const hasPasskeys = 'PublicKeyCredential' in window;
