import { markDocument } from '../messages/language.ts';
import type { ExtensionCodes } from '../app.tsx';
import { onSessionChange, readSession } from '../session.ts';
import { markAppearance } from '../theme/appearance.ts';
import type { LoadedConfig } from './load-config.ts';
import { hideOverlay, showFailure, showLoading } from './overlay.ts';
import { isDocsPath, isVisitorPath, toReturnPath, toSignInPath } from './return-path.ts';

type DrawApp = (
  container: HTMLElement,
  loaded: LoadedConfig,
  codes: ExtensionCodes,
) => Promise<void>;

export type Page = {
  root: HTMLElement;
  overlay: HTMLElement;
  /** What extensions bring; nobody needs it to sign in. */
  loadExtensions: () => Promise<ExtensionCodes>;
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
        if (leavesApp(page)) return;
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
  if (isVisitorPath(location.pathname)) {
    if (leavesApp(page)) return;
    history.replaceState(null, '', toReturnPath(location));
  }
  await openApp(page);
}

/** Whether somebody wanted to another page than the app before they signed in; then they go there. */
function leavesApp({ leaveTo }: Page): boolean {
  const path = toReturnPath(location);
  const leaves = isDocsPath(path.split(/[?#]/, 1)[0]!);
  if (leaves) leaveTo(path);
  return leaves;
}

/** Draws the app over what is there; on failure says so, with a way to try again. */
async function openApp(page: Page, clear: () => void = () => {}): Promise<void> {
  const who = readSession()?.user._id;
  const stopWatching = onSessionChange((why) => {
    const now = readSession()?.user._id;
    if (now === who) return;
    // Once: each of the three keys that goes is an event of its own.
    stopWatching();
    page.leaveTo(now === undefined ? toSignInPath(location, why) : '/');
  });
  try {
    const [drawApp, config, codes] = await Promise.all([
      prepareApp(),
      loadConfig(page),
      page.loadExtensions(),
    ]);
    clear();
    await drawApp(page.root, config, codes);
    hideOverlay(page.overlay);
  } catch (cause) {
    if (readSession() === undefined) return;
    clear();
    showFailure(page.overlay, cause);
  }
}

// Apart from the rest of the app, so that the server is asked while that is still on its way; but behind
// the lock, if there is one.
async function loadConfig({ overlay }: Page): Promise<LoadedConfig> {
  const [{ watchLock }, { loadConfig: load }] = await Promise.all([
    import('../lock/watch-lock.ts'),
    import('./load-config.ts'),
  ]);
  watchLock(overlay);
  return await load();
}

async function prepareApp(): Promise<DrawApp> {
  const [{ drawApp }] = await Promise.all([import('../app.tsx'), loadCatalog()]);
  return drawApp;
}

async function loadCatalog(): Promise<void> {
  await (await import('../messages/catalog.ts')).loadCatalog();
}

/** The server knows the pages of its descriptor and answered 404 for this address. */
function isUnknownPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.responseStatus === 404;
}
