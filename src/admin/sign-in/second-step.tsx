import { AlertNote } from '../kit/status/alert-note.tsx';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Session } from '../client/account/session.ts';
import { loadTexts, useTexts } from '../messages/texts.ts';
import { getPasskey } from './passkey.ts';
import { post } from './post.ts';
import { readRefusal, secondsToWait, type AskedFactor } from './read-refusal.ts';
import { useCountdown } from './use-countdown.ts';
import { VisitorField } from './visitor-field.tsx';
import { useTitle } from './visitor-frame.tsx';

/** What the server says to the right password of a user with a second factor. */
type Way = 'passkey' | 'totp' | 'recoveryCode';
const ways: readonly Way[] = ['passkey', 'totp', 'recoveryCode'];

type SecondStepProps = {
  factor: AskedFactor;
  /** The address of the account, if it was typed before. */
  email?: string;
  onDone: (session: Session) => void;
  /** The user begins again with the password. */
  onAgain: () => void;
};

export async function loadSecondStep(): Promise<typeof SecondStep> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/factors.ts'));
  return SecondStep;
}

export type SecondFactor = { factor: AskedFactor; Step: typeof SecondStep };

/** The second factor that a refusal of the server asks for, if it does. */
export async function readAsked(refused: Response): Promise<SecondFactor | undefined> {
  const factor = (await readRefusal(refused)) as AskedFactor & { code?: string };
  return factor.code === 'A028' ? { factor, Step: await loadSecondStep() } : undefined;
}

/** Asks for the second factor of a sign-in, the best way first. */
export function SecondStep({ factor, email, onDone, onAgain }: SecondStepProps) {
  const { step: texts } = useTexts('factors');
  const open = ways.filter((way) => factor.factors.includes(way));
  useTitle(texts.title);
  const [way, setWay] = useState<Way>(open[0] ?? 'recoveryCode');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [wait, setWait] = useState<{ seconds: number }>();
  const [isBusy, setBusy] = useState(false);
  const secondsLeft = useCountdown(wait);
  const form = useRef<HTMLFormElement>(null);

  async function send(proof: object): Promise<void> {
    const response = await post('/api/users/login/factor', {
      challenge: factor.challenge,
      ...proof,
    });
    setBusy(false);
    if (response === undefined) return setProblem(texts.unreachable);
    if (response.ok) return onDone((await response.json()) as Session);
    const { code: refused } = await readRefusal(response);
    if (refused === 'A010') setWait({ seconds: secondsToWait(response) });
    else if (refused === 'A029') setProblem(way === 'passkey' ? texts.wrongPasskey : texts.wrong);
    else if (refused === 'A014') setProblem(texts.expired);
    else setProblem(texts.broken.replace('{status}', String(response.status)));
    form.current?.querySelector('input')?.select();
  }

  async function sendPasskey(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const passkey = await getPasskey(factor.passkey ?? {});
    if (typeof passkey !== 'string') return await send({ passkey });
    setBusy(false);
    setProblem(texts[passkey]);
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isBusy || secondsLeft > 0) return;
    setWait(undefined);
    if (way === 'passkey') return void sendPasskey();
    setProblem(code.trim() === '' ? texts.missing : undefined);
    if (code.trim() === '') return;
    setBusy(true);
    void send(way === 'totp' ? { code } : { recoveryCode: code });
  }

  function choose(next: Way): void {
    setWay(next);
    setCode('');
    setProblem(undefined);
  }

  const tooOften = secondsLeft > 0 ? fillTemplate(texts.tooOften, { seconds: secondsLeft }) : '';
  const words = {
    passkey: { help: texts.passkeyHelp, action: texts.usePasskey },
    totp: { help: texts.codeHelp, action: texts.useCode },
    recoveryCode: { help: texts.recoveryHelp, action: texts.useRecovery },
  };
  const action = way === 'passkey' ? texts.usePasskey : texts.submit;
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="entry-lead">
        {email && (
          <>
            <strong>{email}</strong>
            <br />
          </>
        )}
        {texts.lead}
      </p>
      <form ref={form} className="entry-form" onSubmit={submit} noValidate>
        <AlertNote text={tooOften || (way === 'passkey' ? problem : undefined)} />
        {way === 'passkey' ? (
          <p className="entry-lead">{words.passkey.help}</p>
        ) : (
          <VisitorField
            key={way}
            name="code"
            {...(way === 'totp'
              ? { label: texts.code, inputMode: 'numeric', autoComplete: 'one-time-code' }
              : { label: texts.recoveryCode, inputMode: 'text', autoComplete: 'off' })}
            maxLength={40}
            autoFocus
            value={code}
            problem={problem}
            notes={['code-help']}
            onChange={(typed) => {
              setCode(typed);
              setProblem(undefined);
            }}
          >
            <p className="entry-hint" id="code-help">
              {words[way].help}
            </p>
          </VisitorField>
        )}
        <FocusedButton
          key={`button-${way}`}
          isFocused={way === 'passkey'}
          isBusy={isBusy || secondsLeft > 0}
          text={isBusy ? texts.busy : action}
        />
        <p className="entry-ways">
          {open
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} type="button" onClick={() => choose(other)}>
                {words[other].action}
              </button>
            ))}
          <button type="button" onClick={onAgain}>
            {texts.again}
          </button>
        </p>
      </form>
    </>
  );
}

type FocusedButtonProps = { isFocused: boolean; isBusy: boolean; text: string };

/** The button that goes on. It has the focus where there is nothing to type. */
function FocusedButton({ isFocused, isBusy, text }: FocusedButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <button ref={button} className="entry-button" type="submit" aria-disabled={isBusy}>
      {text}
    </button>
  );
}
