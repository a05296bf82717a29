import { type SessionEnd, sessionEnds } from '../../client/account/session.ts';

/* The page a user was on is kept in the address of the sign-in page (`from`), so it survives a reload. */

export function isSignInPath(pathname: string): boolean {
  return /^\/login\/?$/i.test(pathname);
}

/** The pages for visitors who are not signed in (specification, §2). */
export function isVisitorPath(pathname: string): boolean {
  if (isFormPath(pathname) || isUnsubscribePath(pathname)) return true;
  return /^\/(login|register|forgotpassword|oidc\/[a-z0-9]+|(resetpassword|confirmemail|signin)\/[^/]+\/[^/]+)\/?$/i.test(
    pathname,
  );
}

/** The pages of a public form, for people with and without an account. */
export function isFormPath(pathname: string): boolean {
  return /^\/public\/[^/]+(\/confirm\/[^/]+)?\/?$/.test(pathname);
}

/** The page of a link that ends emails, signed in or not. */
export function isUnsubscribePath(pathname: string): boolean {
  return /^\/unsubscribe\/[^/]+\/?$/i.test(pathname);
}

/** Where a provider of identities sends people back to, signed in or not. */
export function isProviderPath(pathname: string): boolean {
  return pathname.startsWith('/oidc/');
}

/** This address locks the screen; it has no page of its own. */
export function isLockPath(pathname: string): boolean {
  return /^\/lock\/?$/i.test(pathname);
}

/** Whether it looks like the path of a list. Only the descriptor, which is still loading, knows for sure. */
export function isListPath(pathname: string): boolean {
  return /^\/(?!(admin|info|structure|tools)\/).+\/overview$/.test(pathname);
}

/** The API documentation is a page outside the app. */
export function isDocsPath(pathname: string): boolean {
  return /^\/docs\/(public|internal)\/?$/.test(pathname);
}

export function toSignInPath(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  why?: SessionEnd,
): string {
  const from = pathname + search + hash;
  // A user who signs out is done here; the next one may be somebody else.
  if (why === 'wished' || from === '/' || isVisitorPath(pathname) || isLockPath(pathname))
    return '/login';
  const parameters = new URLSearchParams({ from, ...(why && { ended: why }) });
  return `/login?${parameters.toString()}`;
}

/** Why the session was ended, which the sign-in page then reports. */
export function readSessionEnd(search: string): (typeof sessionEnds)[number] | undefined {
  const why = new URLSearchParams(search).get('ended');
  return why === null ? undefined : (sessionEnds.find((each) => each === why) ?? 'ended');
}

/**
 * Where to go after the sign-in. Anybody can put an address into a link, so only a path of
 * this origin is accepted (open redirect, CWE-601).
 */
export function toReturnPath({ search, origin }: Location): string {
  const from = new URLSearchParams(search).get('from') ?? '/dashboard';
  if (!/^\/(?![/\\])/.test(from)) return '/dashboard';
  const target = new URL(from, origin);
  if (target.origin !== origin || isVisitorPath(target.pathname) || isLockPath(target.pathname))
    return '/dashboard';
  return target.pathname + target.search + target.hash;
}
