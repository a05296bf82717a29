import type { Screens } from '../../screens.ts';
import { keepPageFromFiles } from './keep-page.ts';
import { watchLock } from './watch-lock.ts';
import { watchProof } from './watch-proof.ts';
import { onFactorDemanded } from '../../client/account/proof.ts';
import { onSessionChange, readSession } from '../../client/account/session.ts';
import { loadConfig, type LoadedConfig } from '../../client/load-config.ts';
import { listCards } from './list-cards-part.ts';
import { PROFILE_PATH } from '../../kit/screen-paths.ts';
import { firstPage, listScreen } from './list-screen-part.ts';
import { hideOverlay, showFailure } from './overlay.ts';
import { prepareApp } from './prepare-app.ts';
import { toSignInPath } from './return-path.ts';
import { whenIdle } from './when-idle.ts';

export type Page = {
  root: HTMLElement;
  overlay: HTMLElement;
  /** Loads the list of what the installation adds, without its code. */
  loadScreens: () => Promise<Screens>;
  /** Leaves for another address, which drops everything in memory. */
  leaveTo: (path: string) => void;
};

/** Renders the app in place of the current content. A failure shows a message with a retry button. */
export async function openApp(page: Page, clear: () => void): Promise<void> {
  const who = readSession()?.user._id;
  const stopWatching = onSessionChange((why) => {
    const now = readSession()?.user._id;
    if (now === who) return;
    // Only once: removing the three keys sends an event each.
    stopWatching();
    page.leaveTo(now === undefined ? toSignInPath(location, why) : '/');
  });
  watchLock(page.overlay);
  keepPageFromFiles();
  watchProof();
  onFactorDemanded(() => {
    if (location.pathname !== PROFILE_PATH) page.leaveTo(PROFILE_PATH);
  });
  try {
    // Reads the configuration while the app is loading, unless the screen is locked.
    const [drawApp, config, screens] = await Promise.all([
      prepareApp(),
      loadConfig().then(withScreen),
      page.loadScreens(),
    ]);
    clear();
    await drawApp(page.root, config, screens);
    hideOverlay(page.overlay);
    registerWorker();
  } catch (cause) {
    if (readSession() === undefined) return;
    clear();
    showFailure(page.overlay, cause);
  }
}

/** Loads a requested list together with the app, because a frame without its page would be visible for a moment. */
async function withScreen(loaded: LoadedConfig): Promise<LoadedConfig> {
  const resources = Object.entries(loaded.config.descriptor['resources'] ?? {});
  const isList = resources.some(
    ([name, { path = `/${name}` }]: [string, { path?: string }]) =>
      location.pathname === `${path}/overview`,
  );
  const parts = [
    ...(isList ? [listScreen.load(), firstPage.load()] : []),
    ...(isList && isNarrow() ? [listCards.load()] : []),
  ];
  // If one fails, the component that renders it loads it again and reports the failure.
  await Promise.allSettled(parts);
  return loaded;
}

/** Runs when the browser is idle: the cache is for the next visit, and for use without a connection. */
function registerWorker(): void {
  const register = async (): Promise<void> => {
    try {
      await (await import('../update/watch-updates.tsx')).watchUpdates();
    } catch (cause) {
      // Some browsers forbid it, for example in private windows; the app works without it.
      console.error('The app could not be cached in this browser', cause);
    }
  };
  whenIdle(() => void register());
}

/** The same width at which the list chooses between cards and grid. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 599.95px)').matches;
}
