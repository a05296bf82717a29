import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { HttpError } from 'react-admin';
import type { Factors } from '../../../contract/factors.ts';
import type { Identities, ProviderAddress } from '../../../contract/identities.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { visitProvider } from '../../client/provider-visit.ts';
import { call, problemsOf } from '../../client/http.ts';
import { readSession } from '../../client/session.ts';
import { loadTexts, useTexts } from '../../messages/texts.ts';
import { getPasskey } from '../../sign-in/passkey.ts';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { VisitorField } from '../../sign-in/visitor-field.tsx';
import { SignedInUser } from './signed-in-user.tsx';
import { VisitorFrame } from '../../sign-in/visitor-frame.tsx';
import '../../sign-in/sign-in-form.css';

const path = '/api/users/current/proof';

/** Asks over everything who the user is. Resolves whether they have proved it; the page behind stays as it is. */
export async function drawProof(product: string): Promise<boolean> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/{sign-in,factors,providers}.ts'));
  const { json } = await call<Factors>('/api/users/current/factors');
  const kinds = new Set<string>(json.data.map(({ kind }) => kind));
  const identities = await call<Identities>('/api/users/current/identities');
  const connected = new Set(identities.json.data.map(({ provider }) => provider));
  // Whoever has a second factor needs it, so the provider alone is not enough.
  const providers = identities.json.providers.filter(
    ({ name }) => kinds.size === 0 && connected.has(name),
  );
  const container = document.createElement('div');
  container.id = 'proof';
  document.body.append(container);
  const root = createRoot(container);
  return await new Promise((resolve) => {
    const end = (isProven: boolean): void => {
      root.unmount();
      container.remove();
      resolve(isProven);
    };
    root.render(<ProofScreen {...{ product, kinds, providers }} onEnd={end} />);
  });
}

type ProofScreenProps = {
  product: string;
  kinds: ReadonlySet<string>;
  providers: Identities['providers'];
  onEnd: (isProven: boolean) => void;
};

function ProofScreen({ product, kinds, providers, onEnd }: ProofScreenProps) {
  const { proof: texts } = useTexts('factors');
  const user = readSession()?.user;
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onEnd(false);
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [onEnd]);
  return (
    <VisitorFrame name={product} hasChoices={false}>
      <h1>{texts.title}</h1>
      <p className="entry-lead">
        <SignedInUser />
        {texts.lead}
      </p>
      <ProofForm email={user?.email ?? ''} {...{ kinds, providers, onEnd }} />
      <p className="entry-ways">
        <button type="button" onClick={() => onEnd(false)}>
          {texts.cancel}
        </button>
      </p>
    </VisitorFrame>
  );
}

type ProofFormProps = Omit<ProofScreenProps, 'product'> & { email: string };

type Problems = { password?: string; code?: string; trouble?: string };

function ProofForm({ email, kinds, providers, onEnd }: ProofFormProps) {
  const { proof: texts, step } = useTexts('factors');
  const { proof: ofProviders } = useTexts('providers');
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const needsCode = kinds.size > 0;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const found: Problems = {
      ...(password === '' && { password: texts.passwordMissing }),
      ...(needsCode && code.trim() === '' && { code: step.missing }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // The codes of apps are digits, and those for lost devices have letters.
    const isDigits = /^[\d\s]+$/.test(code);
    const second = needsCode ? (isDigits ? { code } : { recoveryCode: code }) : {};
    await send({ password, ...second });
  }

  async function takePasskey(): Promise<void> {
    const { json } = await call<object>(`${path}/passkey`, { method: 'POST' });
    const passkey = await getPasskey(json);
    if (typeof passkey === 'string') setProblems({ trouble: step[passkey] });
    else await send({ passkey });
  }

  /** Leaves this page, and comes back to it with the proof. */
  async function goTo(provider: string): Promise<void> {
    try {
      const { json } = await call<ProviderAddress>(`${path}/provider/start`, {
        method: 'POST',
        body: { provider },
      });
      const { pathname, search } = location;
      visitProvider(json.url, { purpose: 'prove', from: pathname + search });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      setProblems({ trouble: error.message });
    }
  }

  async function send(body: object): Promise<void> {
    setBusy(true);
    try {
      await call(path, { method: 'POST', body });
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
    if (first?.code === 'A029')
      return first.path === 'passkey' ? { trouble: step.wrongPasskey } : { code: step.wrong };
    return { trouble: error.message };
  }

  return (
    <form ref={form} className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      {problems.trouble && (
        <p className="entry-note" role="alert">
          {problems.trouble}
        </p>
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        name="proof-password"
        label={texts.password}
        autoComplete="current-password"
        autoFocus
        value={password}
        problem={problems.password}
        onChange={setPassword}
      />
      {needsCode && (
        <VisitorField
          name="proof-code"
          label={kinds.has('totp') ? step.code : step.recoveryCode}
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          problem={problems.code}
          onChange={setCode}
        />
      )}
      <button className="entry-button" type="submit" aria-disabled={isBusy}>
        {isBusy ? step.busy : texts.submit}
      </button>
      {providers.map(({ name, label }) => (
        <button key={name} className="entry-other" type="button" onClick={() => void goTo(name)}>
          {fillTemplate(ofProviders, { provider: label })}
        </button>
      ))}
      {kinds.has('passkey') && (
        <button className="entry-other" type="button" onClick={() => void takePasskey()}>
          {step.usePasskey}
        </button>
      )}
    </form>
  );
}
