/*
 * A proof at a provider happens in a window of its own, so that the page behind keeps what the user typed. The page that
 * the provider sends the window back to belongs to another browsing context group (`Cross-Origin-Opener-Policy`), so
 * the two talk over a channel.
 */

const NAME = 'provider-window';

type Handed = { state: string; response: string };

/**
 * Opens the provider in a window. `start` asks the server for the address. Resolves with the query string that the
 * provider answers, and with `blocked` where the browser opens no window. The signal ends the waiting.
 */
export async function askProvider(
  start: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  // Before the address is known: browsers open windows for a click only, and not long after it.
  const opened = window.open('', '_blank', 'popup,width=520,height=720');
  if (!opened) return 'blocked';
  try {
    const url = await start();
    const state = new URL(url).searchParams.get('state') ?? '';
    localStorage.setItem(NAME, state);
    const answer = receive(state, signal);
    opened.location.assign(url);
    return await answer;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function receive(state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<Handed>) => {
      if (data.state !== state) return;
      channel.close();
      resolve(data.response);
    });
    signal.addEventListener('abort', () => {
      channel.close();
      reject(signal.reason as Error);
    });
  });
}

/** Hands the answer of a provider to the page that waits for it; false if none does. */
export function handToOpener(response: string): boolean {
  const state = new URLSearchParams(response).get('state');
  if (state === null || localStorage.getItem(NAME) !== state) return false;
  localStorage.removeItem(NAME);
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ state, response } satisfies Handed);
  channel.close();
  window.close();
  return true;
}
