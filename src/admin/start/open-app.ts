import { watchLock } from '../lock/watch-lock.ts';
import { onSessionChange, readSession } from '../session.ts';
import { loadConfig } from './load-config.ts';
import type { Page } from './open-page.ts';
import { hideOverlay, showFailure } from './overlay.ts';
import { prepareApp } from './prepare-app.ts';
import { toSignInPath } from './return-path.ts';

/** Draws the app over what is there; on failure says so, with a way to try again. */
export async function openApp(page: Page, clear: () => void): Promise<void> {
  const who = readSession()?.user._id;
  const stopWatching = onSessionChange((why) => {
    const now = readSession()?.user._id;
    if (now === who) return;
    // Once: each of the three keys that goes is an event of its own.
    stopWatching();
    page.leaveTo(now === undefined ? toSignInPath(location, why) : '/');
  });
  watchLock(page.overlay);
  try {
    // The server is asked while the app is still on its way; but behind the lock, if there is one.
    const [drawApp, config, codes] = await Promise.all([
      prepareApp(),
      loadConfig(),
      page.loadExtensions(),
    ]);
    clear();
    await drawApp(page.root, config, codes);
    hideOverlay(page.overlay);
    keepApp();
  } catch (cause) {
    if (readSession() === undefined) return;
    clear();
    showFailure(page.overlay, cause);
  }
}

/** When there is nothing else to do: it is for the next time, and for when there is no connection. */
function keepApp(): void {
  const keep = async (): Promise<void> => {
    try {
      await (await import('../update/watch-updates.tsx')).watchUpdates();
    } catch (cause) {
      // Not every browser allows it, private windows for one; all goes on without.
      console.error('The app is not kept in this browser', cause);
    }
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void keep(), { timeout: 5_000 });
  else setTimeout(() => void keep(), 1_000);
}
