import { AlertNote } from '../../kit/status/alert-note.tsx';
import { useState, type SyntheticEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { saveSession, type Session } from '../../client/account/session.ts';
import { useTexts } from '../../messages/texts.ts';
import { post } from '../post.ts';
import { readRefusal, type AskedFactor } from '../read-refusal.ts';
import { loadSecondStep } from '../second-step.tsx';
import { useTitle } from '../visitor-frame.tsx';
import type { AccountPageProps } from '../visitor-page.ts';

type Second = { factor: AskedFactor; Step: Awaited<ReturnType<typeof loadSecondStep>> };

/** The target of the link that a command prints for an admin. A button uses it, so that no preview uses it up. */
export function SignInLinkPage({ id, token, enter }: AccountPageProps) {
  const { signIn: texts, back } = useTexts('providers');
  const [problem, setProblem] = useState<string>();
  const [second, setSecond] = useState<Second>();
  useTitle(texts.title);

  async function done(session: Session): Promise<void> {
    saveSession(session);
    history.replaceState(null, '', '/login');
    await enter();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const response = await post('/api/users/login/link', { id, token });
    if (response === undefined) return setProblem(back.unreachable);
    if (response.ok) return await done((await response.json()) as Session);
    const refusal = await readRefusal(response);
    if (refusal.code === 'A028')
      return setSecond({
        factor: refusal as AskedFactor,
        Step: await loadSecondStep(),
      });
    const text = { A005: back.A005, A014: back.A014, A010: back.tooOften }[refusal.code ?? ''];
    setProblem(text ?? fillTemplate(back.broken, { status: response.status }));
  }

  if (second)
    return (
      <second.Step
        factor={second.factor}
        onDone={(session) => void done(session)}
        onAgain={() => location.assign('/login')}
      />
    );
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="entry-lead">{texts.lead}</p>
      <form className="entry-form" onSubmit={(event) => void submit(event)}>
        <AlertNote text={problem} />
        <button className="entry-button" type="submit">
          {texts.submit}
        </button>
      </form>
      <p className="entry-ways">
        <a href="/login">{back.toLogin}</a>
      </p>
    </>
  );
}
