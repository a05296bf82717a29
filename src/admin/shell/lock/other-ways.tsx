import { AlertNote } from '../../kit/status/alert-note.tsx';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import type { ProofWays } from '../../../contract/people/factors.ts';
import type { ProviderAddress } from '../../../contract/people/identities.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call, problemsOf } from '../../client/http.ts';
import { askProvider } from '../../client/account/provider-window.ts';
import { useTexts } from '../../messages/texts.ts';
import { getPasskey } from '../../sign-in/passkey.ts';

const path = '/api/users/current/proof';

/** How the user can prove who they are; a password if the server cannot be asked. */
export async function readProofWays(): Promise<ProofWays> {
  try {
    return (await call<ProofWays>(path, { whileLocked: true, timeout: 5_000 })).json;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { password: true, factors: [], providers: [] };
  }
}

/** The proof that a user gave instead of a password. */
export type OtherProof = { passkey: object } | { signIn: { provider: string; response: string } };

type OtherWaysProps = {
  ways: ProofWays;
  takesFocus: boolean;
  /** Whether the user can leave for a provider now; it may need a code first. */
  mayLeave?: () => boolean;
  onProof: (proof: OtherProof) => Promise<void>;
  onTrouble: (trouble: string | undefined) => void;
};

/** The buttons of the ways other than a password. They stay usable while a window is open, which may be closed. */
export function OtherWays({ ways, takesFocus, mayLeave, onProof, onTrouble }: OtherWaysProps) {
  const { step } = useTexts('factors');
  const { proof: texts } = useTexts('providers');
  const troubleOf = useTroubleOf();
  const [waitsFor, setWaitsFor] = useState<string>();
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function proveByPasskey(): Promise<void> {
    const { json } = await call<object>(`${path}/passkey`, { method: 'POST', whileLocked: true });
    const passkey = await getPasskey(json);
    if (typeof passkey === 'string') onTrouble(step[passkey]);
    else await onProof({ passkey });
  }

  async function proveByProvider(provider: string, label: string): Promise<void> {
    if (mayLeave && !mayLeave()) return;
    waiting.current?.abort();
    waiting.current = new AbortController();
    setWaitsFor(label);
    const response = await askProvider(() => startProof(provider), waiting.current.signal);
    setWaitsFor(undefined);
    if (response === 'blocked') onTrouble(fillTemplate(texts.blocked, { provider: label }));
    else await onProof({ signIn: { provider, response } });
  }

  function run(work: Promise<void>): void {
    onTrouble(undefined);
    work.catch((error: unknown) => {
      if ((error as Error).name === 'AbortError') return;
      setWaitsFor(undefined);
      if (!(error instanceof HttpError)) throw error;
      onTrouble(troubleOf(error));
    });
  }

  // Without a password, Enter in the field of the code uses the first of them.
  const type = ways.password ? 'button' : 'submit';
  const hasPasskey = ways.factors.includes('passkey');
  return (
    <>
      {ways.providers.map(({ name, label }, index) => (
        <button
          key={name}
          className="entry-other"
          type={type}
          autoFocus={takesFocus && index === 0}
          onClick={() => run(proveByProvider(name, label))}
        >
          {fillTemplate(texts.button, { provider: label })}
        </button>
      ))}
      {hasPasskey && (
        <button
          className="entry-other"
          type={type}
          autoFocus={takesFocus && ways.providers.length === 0}
          onClick={() => run(proveByPasskey())}
        >
          {step.usePasskey}
        </button>
      )}
      {waitsFor !== undefined && (
        <AlertNote text={fillTemplate(texts.window, { provider: waitsFor })} />
      )}
      {!ways.password && !hasPasskey && ways.providers.length === 0 && (
        <p className="entry-note">{texts.none}</p>
      )}
    </>
  );
}

/** Says why the server has refused one of the other ways. */
export function useTroubleOf(): (error: HttpError) => string {
  const { step } = useTexts('factors');
  const { back } = useTexts('providers');
  return (error) => {
    const { code, path: at } = problemsOf(error)[0] ?? {};
    if (code === 'A029' && at === 'passkey') return step.wrongPasskey;
    if (code === 'A029' && at === 'provider') return back.A029;
    return error.message;
  };
}

async function startProof(provider: string): Promise<string> {
  const body = { provider };
  const init = { method: 'POST', body, whileLocked: true } as const;
  return (await call<ProviderAddress>(`${path}/provider/start`, init)).json.url;
}
