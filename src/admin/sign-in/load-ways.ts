import { signInWays } from './ways.ts';

/** Milliseconds for which the page waits for it. */
const PATIENCE = 5_000;

/** Asks the server how people sign in, and loads the buttons of the providers where there are some. */
export async function loadWays(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE);
  // Without a connection, the form says so when it is sent.
  const response = await fetch('/api/sign-in', { signal }).catch(() => undefined);
  if (!response?.ok) return;
  Object.assign(signInWays, { Buttons: undefined }, await response.json());
  if (signInWays.providers.length > 0)
    signInWays.Buttons = await (await import('./provider-buttons.tsx')).loadButtons();
}
