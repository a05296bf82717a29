import type { SessionEnd } from '../../client/session.ts';

/* Where somebody was is kept in the address of the sign-in page (`from`): it survives a reload. */

export function isSignInPath(pathname: string): boolean {
  return /^\/login\/?$/i.test(pathname);
}

/** The pages only for who is not signed in (specification, §2). */
export function isVisitorPath(pathname: string): boolean {
  return /^\/(login|register|forgotpassword|(resetpassword|confirmemail)\/[^/]+\/[^/]+)\/?$/i.test(
    pathname,
  );
}

/** Whoever comes by this address wants the screen locked; behind it there is no page of its own. */
export function isLockPath(pathname: string): boolean {
  return /^\/lock\/?$/i.test(pathname);
}

/** The documentation of the API is a page of its own, beside the app. */
export function isDocsPath(pathname: string): boolean {
  return /^\/docs\/(public|internal)\/?$/.test(pathname);
}

export function toSignInPath(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  why?: SessionEnd,
): string {
  const from = pathname + search + hash;
  // Who signs out by wish is done here; the next one may be somebody else.
  if (why === 'wished' || from === '/' || isVisitorPath(pathname) || isLockPath(pathname))
    return '/login';
  const parameters = new URLSearchParams({ from, ...(why === 'ended' && { ended: 'yes' }) });
  return `/login?${parameters.toString()}`;
}

/** Whether somebody was thrown out, which the sign-in page then says. */
export function hasEnded(search: string): boolean {
  return new URLSearchParams(search).has('ended');
}

/**
 * Where to go after signing in. Anybody can write an address into a link, so only
 * a path of this very origin counts (open redirect, CWE-601).
 */
export function toReturnPath({ search, origin }: Location): string {
  const from = new URLSearchParams(search).get('from') ?? '/dashboard';
  if (!/^\/(?![/\\])/.test(from)) return '/dashboard';
  const target = new URL(from, origin);
  if (target.origin !== origin || isVisitorPath(target.pathname) || isLockPath(target.pathname))
    return '/dashboard';
  return target.pathname + target.search + target.hash;
}
