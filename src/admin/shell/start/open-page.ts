import { markDocument } from '../../messages/language.ts';
import { onSessionChange, readSession } from '../../client/session.ts';
import type { Screens } from '../../screens.ts';
import { markAppearance } from '../theme/appearance.ts';
import { hideOverlay, showFailure, showLoading } from './overlay.ts';
import { prepareApp } from './prepare-app.ts';
import { isDocsPath, isVisitorPath, toReturnPath, toSignInPath } from './return-path.ts';

export type Page = {
  root: HTMLElement;
  overlay: HTMLElement;
  /** What the installation adds; nobody needs it to sign in. */
  loadScreens: () => Promise<Screens>;
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
    const { drawSignIn } = await import('../../sign-in/draw-sign-in.tsx');
    const clear = await drawSignIn(page.root, {
      prepare: () => void prepareApp(),
      enter: async () => {
        stopWatching();
        if (!leavesApp(page)) await openApp(page, clear);
      },
    });
    hideOverlay(page.overlay);
  } catch (cause) {
    showFailure(page.overlay, cause);
  }
}

async function openForUser(page: Page): Promise<void> {
  if (isVisitorPath(location.pathname) && leavesApp(page)) return;
  // First what asks the server, which is small; the app comes beside it, not after it.
  const opening = openApp(page);
  prepareApp().catch(() => undefined);
  await opening;
}

/**
 * Goes to the address somebody wanted before they signed in. Whether that is another page than the app,
 * for which this one is left.
 */
function leavesApp({ leaveTo }: Page): boolean {
  const path = toReturnPath(location);
  const leaves = isDocsPath(path.split(/[?#]/, 1)[0]!);
  if (leaves) leaveTo(path);
  else history.replaceState(null, '', path);
  return leaves;
}

/** What comes after the sign-in is loaded apart from it. */
async function openApp(page: Page, clear: () => void = () => {}): Promise<void> {
  try {
    await (await import('./open-app.ts')).openApp(page, clear);
  } catch (cause) {
    showFailure(page.overlay, cause);
  }
}

/** The server knows the pages of its descriptor and answered 404 for this address. */
function isUnknownPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.responseStatus === 404;
}
