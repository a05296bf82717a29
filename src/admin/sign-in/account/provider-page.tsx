import { AlertNote } from '../../kit/status/alert-note.tsx';
import { TermsField } from './terms-field.tsx';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { type Session, readSession, saveSession } from '../../client/account/session.ts';
import { handToOpener } from '../../client/account/provider-window.ts';
import { takeVisit, type ProviderVisit } from '../../client/account/provider-visit.ts';
import { useTexts } from '../../messages/texts.ts';
import { PasswordField } from '../password-field.tsx';
import { post } from '../post.ts';
import { readRefusal, type ServerProblem, type AskedFactor } from '../read-refusal.ts';
import { loadSecondStep } from '../second-step.tsx';
import { useTitle } from '../visitor-frame.tsx';
import { signInWays } from '../ways.ts';
import type { AccountPageProps } from '../visitor-page.ts';

type Refused = { status: number; code: string; params: Record<string, string | number> };
type State =
  | { is: 'busy' }
  | { is: 'handed' }
  | { is: 'refused'; refused: Refused }
  | { is: 'terms'; challenge: string }
  | { is: 'link'; email: string; challenge: string; isWrong?: boolean }
  | { is: 'factor'; factor: AskedFactor; Step: Awaited<ReturnType<typeof loadSecondStep>> };

/** The page to which a provider sends people back. Its address works once, so it is replaced at once. */
export function ProviderPage({ id: name, enter }: AccountPageProps) {
  const { back: texts, link, newcomer } = useTexts('providers');
  const provider = signInWays.providers.find((each) => each.name === name)?.label ?? name;
  const [state, setState] = useState<State>({ is: 'busy' });
  const visit = useRef<ProviderVisit | undefined>(undefined);
  const own = { link: link.title, terms: newcomer.title };
  const title = fillTemplate(state.is in own ? own[state.is as 'link'] : texts.title, { provider });
  useTitle(title);

  async function acceptAnswer(response: Response | undefined): Promise<void> {
    if (response?.ok) {
      if (visit.current?.purpose === 'signIn') saveSession((await response.json()) as Session);
      const from = new URLSearchParams({ from: visit.current?.from ?? '/dashboard' });
      history.replaceState(null, '', `/login?${from.toString()}`);
      return await enter();
    }
    setState(await toState(response));
  }

  const begin = useRef(async (): Promise<void> => {
    const { search, pathname } = location;
    history.replaceState(null, '', pathname);
    if (handToOpener(search)) return setState({ is: 'handed' });
    visit.current = takeVisit();
    await acceptAnswer(await finish(name, search, visit.current));
  });
  const isBegun = useRef(false);
  useEffect(() => {
    // Once, although React may repeat the effect: the response of the provider works only once.
    if (isBegun.current) return;
    isBegun.current = true;
    void begin.current();
  }, []);

  if (state.is === 'factor')
    return (
      <state.Step
        factor={state.factor}
        onDone={(session) => void acceptAnswer(Response.json(session))}
        onAgain={() => location.assign('/login')}
      />
    );
  return (
    <>
      <h1>{title}</h1>
      {state.is === 'busy' && <p className="entry-lead">{texts.busy}</p>}
      {state.is === 'handed' && <p className="entry-lead">{texts.handed}</p>}
      {state.is === 'refused' && <AlertNote text={refusalText(state.refused, provider)} />}
      {state.is === 'link' && (
        <LinkForm {...state} provider={provider} onAnswer={(answer) => void acceptAnswer(answer)} />
      )}
      {state.is === 'terms' && (
        <NewcomerForm
          {...state}
          provider={provider}
          onAnswer={(answer) => void acceptAnswer(answer)}
        />
      )}
      {['refused', 'link', 'terms'].includes(state.is) && (
        <p className="entry-ways">
          {readSession() === undefined ? (
            <a href="/login">{texts.toLogin}</a>
          ) : (
            <a href="/users/myprofile">{texts.toProfile}</a>
          )}
        </p>
      )}
    </>
  );

  function refusalText({ status, code, params }: Refused, label: string): string {
    const values = { provider: label, ...params };
    if (status === 0) return texts.unreachable;
    if (status === 429) return texts.tooOften;
    if (code === 'A043') return fillTemplate(link.mailed, values);
    if (code === 'A044' && params['fields'] !== 'email')
      return fillTemplate(texts.A044other, values);
    const text = Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : undefined;
    return fillTemplate(text ?? texts.broken, { ...values, status });
  }
}

async function finish(
  provider: string,
  response: string,
  { purpose }: ProviderVisit,
): Promise<Response | undefined> {
  if (purpose === 'signIn') return await post(`/api/oidc/${provider}/finish`, { response });
  const { HttpError } = await import('react-admin');
  const { call } = await import('../../client/http.ts');
  try {
    await call('/api/users/current/identities', { method: 'POST', body: { provider, response } });
    return new Response();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.status === 0 ? undefined : Response.json(error.body, { status: error.status });
  }
}

async function toState(response: Response | undefined): Promise<State> {
  if (response === undefined)
    return { is: 'refused', refused: { status: 0, code: '', params: {} } };
  const { status } = response;
  const refusal = (await readRefusal(response)) as {
    code?: string;
    problems?: (ServerProblem & { params?: Refused['params'] })[];
    challenge?: string;
  };
  const { code = '', challenge, problems = [] } = refusal;
  const params = problems[0]?.params ?? {};
  if (code === 'A028' && challenge !== undefined)
    return { is: 'factor', factor: refusal as AskedFactor, Step: await loadSecondStep() };
  if (code === 'A054' && challenge !== undefined) return { is: 'terms', challenge };
  if (code === 'A043' && challenge !== undefined)
    return { is: 'link', email: String(params['email']), challenge };
  return { is: 'refused', refused: { status, code, params } };
}

type LinkFormProps = {
  email: string;
  challenge: string;
  provider: string;
  onAnswer: (answer: Response | undefined) => void;
};

/** Asks for the password of the account that has the address already. */
function LinkForm({ email, challenge, provider, onAnswer }: LinkFormProps) {
  const { link: texts } = useTexts('providers');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (password === '') return setProblem(texts.missing);
    setBusy(true);
    const answer = await post('/api/oidc/link', { challenge, password });
    setBusy(false);
    const isWrong = answer?.status === 401 && (await readRefusal(answer.clone())).code === 'A002';
    if (isWrong) setProblem(texts.wrong);
    else onAnswer(answer);
  }

  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="entry-lead">{fillTemplate(texts.lead, { email, provider })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        name="password"
        label={texts.password}
        autoComplete="current-password"
        autoFocus
        value={password}
        problem={problem}
        onChange={(typed) => {
          setPassword(typed);
          setProblem(undefined);
        }}
      />
      <button className="entry-button" type="submit" aria-disabled={isBusy}>
        {texts.submit}
      </button>
    </form>
  );
}

type NewcomerFormProps = {
  challenge: string;
  provider: string;
  onAnswer: (answer: Response | undefined) => void;
};

/** Asks somebody who has come through a provider to accept the terms, which makes the account. */
function NewcomerForm({ challenge, provider, onAnswer }: NewcomerFormProps) {
  const { newcomer: texts } = useTexts('providers');
  const { register } = useTexts('visitor');
  const [acceptedTerms, setAccepted] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setAsked(true);
    if (!acceptedTerms) {
      (event.target as HTMLFormElement).querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    const answer = await post('/api/oidc/terms', { challenge, acceptedTerms });
    setBusy(false);
    onAnswer(answer);
  }

  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="entry-lead">{fillTemplate(texts.lead, { provider })}</p>
      <TermsField
        accepted={acceptedTerms}
        problem={isAsked && !acceptedTerms ? register.acceptMissing : undefined}
        onChange={setAccepted}
      />
      <button className="entry-button" type="submit" aria-disabled={isBusy}>
        {texts.submit}
      </button>
    </form>
  );
}
