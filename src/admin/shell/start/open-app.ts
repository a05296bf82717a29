import { watchLock } from './watch-lock.ts';
import { onSessionChange, readSession } from '../../client/session.ts';
import { loadConfig, type LoadedConfig } from '../../client/load-config.ts';
import { listCards } from './list-cards-part.ts';
import { listScreen } from './list-screen-part.ts';
import type { Page } from './open-page.ts';
import { hideOverlay, showFailure } from './overlay.ts';
import { prepareApp } from './prepare-app.ts';
import { toSignInPath } from './return-path.ts';
import { whenIdle } from './when-idle.ts';

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
    const [drawApp, config, screens] = await Promise.all([
      prepareApp(),
      loadConfig().then(withScreen),
      page.loadScreens(),
    ]);
    clear();
    await drawApp(page.root, config, screens);
    hideOverlay(page.overlay);
    keepApp();
  } catch (cause) {
    if (readSession() === undefined) return;
    clear();
    showFailure(page.overlay, cause);
  }
}

/** Brings a list that is asked for with the app, not after it: once drawn, a frame without its page would stay for a moment. */
async function withScreen(loaded: LoadedConfig): Promise<LoadedConfig> {
  const resources = Object.entries(loaded.config.descriptor['resources'] ?? {});
  const isList = resources.some(
    ([name, { path = `/${name}` }]: [string, { path?: string }]) =>
      location.pathname === `${path}/overview`,
  );
  const parts = [
    ...(isList ? [listScreen.load()] : []),
    ...(isList && isNarrow() ? [listCards.load()] : []),
  ];
  // What does not come is asked for again by who draws it, and missed there.
  await Promise.allSettled(parts);
  return loaded;
}

/** When there is nothing else to do: it is for the next time, and for when there is no connection. */
function keepApp(): void {
  const keep = async (): Promise<void> => {
    try {
      await (await import('../update/watch-updates.tsx')).watchUpdates();
    } catch (cause) {
      // Not every browser allows it, private windows for one; all goes on without.
      console.error('The app could not be cached in this browser', cause);
    }
  };
  whenIdle(() => void keep());
}

/** As the list decides between its cards and its grid. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 599.95px)').matches;
}
