import type { Page } from './open-app.ts';
import type { SignInCalls } from '../../sign-in/visitor-page.ts';
import { setDocumentLanguage } from '../../messages/language.ts';
import { onSessionChange, readSession } from '../../client/account/session.ts';
import { markAppearance } from '../theme/appearance.ts';
import { listScreen } from './list-screen-part.ts';
import { hideOverlay, showFailure, showLoading } from './overlay.ts';
import { prepareApp } from './prepare-app.ts';
import {
  isDocsPath,
  isFormPath,
  isListPath,
  isProviderPath,
  isUnsubscribePath,
  isVisitorPath,
  toReturnPath,
  toSignInPath,
} from './return-path.ts';

/**
 * Runs first: chooses between the sign-in page and the app. They load separately, so that
 * the sign-in does not wait for the app.
 */
export function openPage(page: Page): void {
  setDocumentLanguage();
  markAppearance();
  showLoading(page.overlay);
  const { pathname } = location;
  const isForEverybody =
    isProviderPath(pathname) || isFormPath(pathname) || isUnsubscribePath(pathname);
  if (readSession() === undefined || isForEverybody) void openForVisitor(page);
  else void openForUser(page);
}

async function openForVisitor(page: Page): Promise<void> {
  if (!isVisitorPath(location.pathname) && !isUnknownPage()) {
    page.leaveTo(toSignInPath(location));
    return;
  }
  const stopWatching = onSessionChange(() => {
    if (readSession() === undefined) return;
    // The user signed in in another tab.
    stopWatching();
    page.leaveTo(toReturnPath(location));
  });
  try {
    const { drawSignIn } = await import('../../sign-in/draw-sign-in.tsx');
    const calls: SignInCalls = {
      prepare: () => void prepareApp(),
      leaveTo: page.leaveTo,
      enter: async () => {
        stopWatching();
        if (!leavesApp(page)) await openApp(page, clear);
      },
    };
    const clear = await drawSignIn(page.root, calls, page.loadScreens);
    hideOverlay(page.overlay);
  } catch (cause) {
    showFailure(page.overlay, cause);
  }
}

async function openForUser(page: Page): Promise<void> {
  if (isVisitorPath(location.pathname) && leavesApp(page)) return;
  // Starts with the small part that sends requests; everything else loads at the same time.
  const opening = openApp(page);
  prepareApp().catch(() => undefined);
  page.loadScreens().catch(() => undefined);
  if (isListPath(location.pathname)) listScreen.load().catch(() => undefined);
  await opening;
}

/**
 * Goes to the address the user wanted before the sign-in. Returns whether that page is
 * outside the app, so that the document is left.
 */
function leavesApp({ leaveTo }: Page): boolean {
  const path = toReturnPath(location);
  const leaves = isDocsPath(path.replace(/[?#].*/s, ''));
  if (leaves) leaveTo(path);
  else history.replaceState(null, '', path);
  return leaves;
}

/** What follows the sign-in is a chunk of its own. */
async function openApp(page: Page, clear: () => void = () => {}): Promise<void> {
  try {
    await (await import('./open-app.ts')).openApp(page, clear);
  } catch (cause) {
    showFailure(page.overlay, cause);
  }
}

/** The server knows the pages of its descriptor and responded with 404 for this address. */
function isUnknownPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.responseStatus === 404;
}
