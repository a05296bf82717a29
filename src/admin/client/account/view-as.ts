import { type SeenAs, readSession, VIEW_KEY } from './session.ts';

/*
 * "View as": this tab shows the app as a person or a role sees it. The token of the view session is kept in the tab
 * only, so that other tabs show the app as the user's own.
 */

/** Says after the return that the view has ended without the user. */
const OVER_KEY = 'view-as-over';

const stored = sessionStorage.getItem(VIEW_KEY);

/**
 * Read once per load of the page: a user who begins or ends a view may stay for unsaved input, and then nothing on the
 * page acts as anybody else.
 */
const view = stored === null ? undefined : (JSON.parse(stored) as SeenAs);

/** As whom this page shows the app; undefined: as the user. */
export function readView(): SeenAs | undefined {
  return view;
}

/** Shows this tab as somebody else sees it, from the next load on. */
export function startView(next: Omit<SeenAs, 'back'>): void {
  const { pathname, search } = location;
  sessionStorage.setItem(VIEW_KEY, JSON.stringify({ ...next, back: pathname + search }));
  location.assign('/');
}

/** Returns to where the view began. `isOver`: it has ended without the user, which the page then says. */
export function leaveView(isOver = false): void {
  // Without a session, the page is on its way to the sign-in.
  if (!view || !readSession()) return;
  sessionStorage.removeItem(VIEW_KEY);
  if (isOver) sessionStorage.setItem(OVER_KEY, 'yes');
  location.assign(view.back);
}

export function isViewOver(): boolean {
  return sessionStorage.getItem(OVER_KEY) !== null;
}

export function forgetViewOver(): void {
  sessionStorage.removeItem(OVER_KEY);
}

/** The user as whom this tab acts. */
export function actingUserId(): string | undefined {
  return readView()?.userId ?? readSession()?.user._id;
}
