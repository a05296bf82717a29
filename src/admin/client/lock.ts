import { createSignal } from './page-state.ts';
import { LOCK_KEY } from './session.ts';

/*
 * Whether the screen is locked: kept in the browser, so that it outlives a reload and holds for all
 * tabs of the session. The server has locked the session too; this says what is shown.
 */

/** Another server may need a moment to hear that the session is open again. */
const NEWS = 3_000;

const changes = createSignal();
let unlockedAt = 0;

export function isLocked(): boolean {
  return localStorage.getItem(LOCK_KEY) !== null;
}

/** Hides everything until the password is given again. What was open stays as it is behind it. */
export function lock(): void {
  if (isLocked()) return;
  localStorage.setItem(LOCK_KEY, 'yes');
  changes.send();
}

/** The server has opened the session again. */
export function unlock(): void {
  unlockedAt = Date.now();
  localStorage.removeItem(LOCK_KEY);
  changes.send();
}

export function isJustUnlocked(): boolean {
  return Date.now() - unlockedAt < NEWS;
}

/** Hears of each change, also of another tab's. Answers how to stop. */
export const onLock = changes.listen;

/** At once when nothing is locked. What waits and is called off fails as a call that is called off. */
export function untilUnlocked(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onLock(look);
    signal?.addEventListener('abort', callOff, { once: true });
    if (signal?.aborted) callOff();
    look();

    function look(): void {
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
