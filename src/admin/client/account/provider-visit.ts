/* A sign-in at a provider leaves the document. What it is for waits in this tab. */

const KEY = 'provider-visit';

export type ProviderVisit = {
  purpose: 'signIn' | 'connect';
  /** Where to go afterwards. */
  from: string;
};

/** Remembers a visit, and leaves for the address of the provider. */
export function visitProvider(
  url: string,
  visit: ProviderVisit,
  leaveTo: (url: string) => void = (to) => location.assign(to),
): void {
  sessionStorage.setItem(KEY, JSON.stringify(visit));
  leaveTo(url);
}

/** The visit from which the browser comes back; each counts once. */
export function takeVisit(): ProviderVisit {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const otherwise: ProviderVisit = { purpose: 'signIn', from: '/dashboard' };
  return text === null ? otherwise : (JSON.parse(text) as ProviderVisit);
}
