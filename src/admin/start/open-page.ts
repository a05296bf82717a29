import { lock } from '../lock/lock.ts';
import { watchLock } from '../lock/watch-lock.ts';
import { loadCatalog } from '../messages/catalog.ts';
import { markDocument } from '../messages/language.ts';
import type { ExtensionCodes } from '../app.tsx';
import { onSessionChange, readSession } from '../session.ts';
import { markAppearance } from '../theme/appearance.ts';
import type { LoadedConfig } from './load-config.ts';
import { hideOverlay, showFailure, showLoading } from './overlay.ts';
import { isLockPath, isVisitorPath, toReturnPath, toSignInPath } from './return-path.ts';

type DrawApp = (
  container: HTMLElement,
  loaded: LoadedConfig,
  codes: ExtensionCodes,
) => Promise<void>;

export type Page = {
  root: HTMLElement;
  overlay: HTMLElement;
  /** The code of the pages of extensions, not loaded yet. */
  pages: ExtensionCodes['pages'];
  /** The code of their tabs. */
  tabs?: ExtensionCodes['tabs'];
  /** Leaves for another address with everything in memory forgotten. */
  leaveTo: (path: string) => void;
};

/**
 * The first thing that runs: decides between the sign-in page and the app, which
 * are loaded apart so that signing in does not wait for what comes after it.
 */
export function openPage(page: Page): void {
  markDocument();
  markAppearance();
  showLoading(page.overlay);
  if (readSession() === undefined) void openForVisitor(page);
  else void openForUser(page);
}

async function openForVisitor(page: Page): Promise<void> {
  if (!isVisitorPath(location.pathname) && !isUnknownPage()) {
    page.leaveTo(toSignInPath(location));
    return;
  }
  const stopWatching = onSessionChange(() => {
    if (readSession() === undefined) return;
    // Somebody signed in in another tab.
    stopWatching();
    page.leaveTo(toReturnPath(location));
  });
  try {
    const { drawSignIn } = await import('../sign-in/draw-sign-in.tsx');
    const clear = await drawSignIn(page.root, {
      prepare: () => void prepareApp(),
      enter: async () => {
        stopWatching();
        history.replaceState(null, '', toReturnPath(location));
        await openApp(page, clear);
      },
    });
    hideOverlay(page.overlay);
  } catch (cause) {
    showFailure(page.overlay, cause);
  }
}

async function openForUser(page: Page): Promise<void> {
  if (isVisitorPath(location.pathname)) history.replaceState(null, '', toReturnPath(location));
  if (isLockPath(location.pathname)) {
    lock();
    history.replaceState(null, '', '/dashboard');
  }
  await openApp(page);
}

/** Draws the app over what is there; on failure says so, with a way to try again. */
async function openApp(page: Page, clear: () => void = () => {}): Promise<void> {
  watchLock(page.overlay);
  const who = readSession()?.user._id;
  const stopWatching = onSessionChange((why) => {
    const now = readSession()?.user._id;
    if (now === who) return;
    // Once: each of the three keys that goes is an event of its own.
    stopWatching();
    page.leaveTo(now === undefined ? toSignInPath(location, why) : '/');
  });
  try {
    const [drawApp, config] = await Promise.all([prepareApp(), loadConfig()]);
    clear();
    await drawApp(page.root, config, { pages: page.pages, tabs: page.tabs ?? [] });
    hideOverlay(page.overlay);
  } catch (cause) {
    if (readSession() === undefined) return;
    clear();
    showFailure(page.overlay, cause);
  }
}

// Apart from the rest of the app, so that the server is asked while that is still on its way.
async function loadConfig(): Promise<LoadedConfig> {
  return (await import('./load-config.ts')).loadConfig();
}

async function prepareApp(): Promise<DrawApp> {
  const [{ drawApp }] = await Promise.all([import('../app.tsx'), loadCatalog()]);
  return drawApp;
}

/** The server knows the pages of its descriptor and answered 404 for this address. */
function isUnknownPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.responseStatus === 404;
}
