import { createSignal } from '../page-state.ts';
import { LOCK_KEY } from './session.ts';

/*
 * Whether the screen is locked. The flag is kept in the browser, so it survives a reload and applies
 * to all tabs of the session. The server locks the session too; this flag only decides what is shown.
 */

/** Milliseconds until every server knows that the session is unlocked. */
const UNLOCK_SPREAD_MS = 3_000;

const changes = createSignal();
let unlockedAt = 0;

export function isLocked(): boolean {
  return localStorage.getItem(LOCK_KEY) !== null;
}

/** Hides everything until the user enters the password again. The page stays open behind the lock. */
export function lock(): void {
  if (isLocked()) return;
  localStorage.setItem(LOCK_KEY, 'yes');
  changes.send();
}

/** Call it after the server has unlocked the session. */
export function unlock(): void {
  unlockedAt = Date.now();
  localStorage.removeItem(LOCK_KEY);
  changes.send();
}

export function isJustUnlocked(): boolean {
  return Date.now() - unlockedAt < UNLOCK_SPREAD_MS;
}

/** Calls the listener at each change, also in another tab. Returns a function that stops it. */
export const onLock = changes.listen;

/** Resolves once the screen is unlocked, at once if it is. If the signal aborts first, it rejects with its reason. */
export function untilUnlocked(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onLock(resolveIfUnlocked);
    signal?.addEventListener('abort', callOff, { once: true });
    if (signal?.aborted) callOff();
    resolveIfUnlocked();

    function resolveIfUnlocked(): void {
      if (isLocked()) return;
      end();
      resolve();
    }
    function callOff(): void {
      end();
      reject(signal?.reason as Error);
    }
    function end(): void {
      stop();
      signal?.removeEventListener('abort', callOff);
    }
  });
}

window.addEventListener('storage', ({ key }) => {
  if (key !== LOCK_KEY) return;
  if (!isLocked()) unlockedAt = Date.now();
  changes.send();
});
