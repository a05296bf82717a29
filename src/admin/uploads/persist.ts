import { HttpError } from 'react-admin';
import { isPassing, pauseAfter } from '../client/passing-trouble.ts';

type Patience = {
  signal: AbortSignal;
  /** Called when the work failed and is tried again later. */
  onPause: () => void;
};

/** Attempts at a server that answers, but with trouble of its own. A lost connection is waited for without end. */
const MOST_ATTEMPTS = 8;

/**
 * Repeats work that failed for a reason that passes: no connection, a server that restarts or is busy. The pauses grow;
 * the browser's word that it is online again ends one. Any other failure is thrown. `attempt` counts from 0.
 */
export async function persist<T>(
  work: (attempt: number) => Promise<T>,
  { signal, onPause }: Patience,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!isRepeated(error, attempt)) throw error;
      onPause();
      await pause(pauseAfter(error, attempt), signal);
    }
  }
}

function isRepeated(error: unknown, attempt: number): boolean {
  // A line on which nothing moves is cut by this browser itself.
  if ((error as Error).name === 'AbortError') return true;
  if (!(error instanceof HttpError)) return false;
  const { status } = error;
  if (status === 0 || status === 429) return true;
  return (isPassing(error) || status === 409) && attempt < MOST_ATTEMPTS;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = (): void => reject(signal.reason as Error);
  const goOn = (): void => resolve();
  signal.addEventListener('abort', stop);
  window.addEventListener('online', goOn);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    window.removeEventListener('online', goOn);
  });
}
