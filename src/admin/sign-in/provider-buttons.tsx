import { AlertNote } from '../kit/status/alert-note.tsx';
import { useState } from 'react';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { visitProvider } from '../client/account/provider-visit.ts';
import { loadTexts, textsOf, useTexts } from '../messages/texts.ts';
import { toReturnPath } from '../shell/start/return-path.ts';
import { post } from './post.ts';
import { readRefusal } from './read-refusal.ts';
import { type ProviderButtonsProps, signInWays } from './ways.ts';

/** Returns the buttons once their texts are loaded. */
export async function loadButtons(): Promise<typeof ProviderButtons> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/providers.ts'));
  return ProviderButtons;
}

/** A button for each provider. It leaves for the provider, or says why it cannot. */
export function ProviderButtons({ leaveTo, account }: ProviderButtonsProps) {
  const texts = useTexts('providers').start;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<string>();

  async function start(name: string, label: string): Promise<void> {
    if (busy !== undefined) return;
    setBusy(name);
    setProblem(undefined);
    const response = await post(`/api/oidc/${name}/start`, account ? { account } : {});
    if (response?.ok) {
      const { url } = (await response.json()) as { url: string };
      visitProvider(url, { purpose: 'signIn', from: toReturnPath(location) }, leaveTo);
      return;
    }
    setBusy(undefined);
    const reason = response && texts[await readReason(response)];
    setProblem(reason ? fillTemplate(reason, { provider: label }) : textsOf('start').unreachable);
  }

  return (
    <div className="entry-providers">
      {signInWays.passwords && <p className="entry-or">{texts.or}</p>}
      <AlertNote text={problem} />
      {signInWays.providers.map(({ name, label }) => (
        <button
          key={name}
          className="entry-other"
          type="button"
          aria-disabled={busy !== undefined}
          onClick={() => void start(name, label)}
        >
          {fillTemplate(texts.button, { provider: label })}
        </button>
      ))}
    </div>
  );
}

async function readReason(response: Response): Promise<'waits' | 'wrong' | 'down'> {
  if (response.status === 429) return 'waits';
  return (await readRefusal(response)).code === 'A053' ? 'wrong' : 'down';
}
