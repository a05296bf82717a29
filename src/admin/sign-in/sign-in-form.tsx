import { useRef, useState, type SyntheticEvent } from 'react';
import './sign-in-form.css';
import { FieldProblem } from './field-problem.tsx';
import { PasswordField } from './password-field.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { signIn, type Refusal } from './sign-in.ts';
import { useTexts } from './texts.ts';
import { Toast } from './toast.tsx';
import { useCountdown } from './use-countdown.ts';

type SignInFormProps = { prepare: () => void; enter: () => Promise<void> };

export function SignInForm({ prepare, enter }: SignInFormProps) {
  const texts = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const secondsLeft = useCountdown(refusal?.reason === 'tooOften' ? refusal : undefined);

  const emailMissing = asked && email.trim() === '';
  const passwordMissing = asked && password === '';

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (email.trim() === '' || password === '') {
      focus(email.trim() === '' ? 'email' : 'password');
      return;
    }
    if (busy || secondsLeft > 0) return;

    setRefusal(undefined);
    setBusy(true);
    const refused = await signIn(email.trim(), password);
    if (refused === undefined) {
      await enter();
      return;
    }
    setBusy(false);
    setRefusal(refused);
    if (refused.reason === 'refused') focus('password');
  }

  function focus(name: 'email' | 'password'): void {
    const input = form.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  }

  const refused = refusal?.reason === 'refused';
  return (
    <form ref={form} className="entry-form" onSubmit={submit} onInput={prepare} noValidate>
      {refused ? (
        <Toast title={texts.failed} text={texts.refused} onClose={() => setRefusal(undefined)} />
      ) : null}
      {refusal !== undefined && !refused ? (
        <RefusalNote refusal={refusal} secondsLeft={secondsLeft} />
      ) : null}
      <div className="entry-field">
        <label htmlFor="email">{texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          value={email}
          aria-invalid={emailMissing || refused}
          aria-describedby={emailMissing ? 'email-problem' : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <FieldProblem id="email-problem" text={emailMissing ? texts.emailMissing : undefined} />
      </div>
      <PasswordField
        value={password}
        invalid={passwordMissing || refused}
        problem={passwordMissing ? texts.passwordMissing : undefined}
        onChange={setPassword}
      />
      <button className="entry-button" type="submit" aria-disabled={busy || secondsLeft > 0}>
        {busy ? texts.busy : texts.submit}
      </button>
    </form>
  );
}
