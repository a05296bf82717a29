import { useSyncExternalStore } from 'react';

/* The pages of a visitor are few: the address is all the router they need. */

export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname);
}

/** Shows another page of a visitor; where they wanted to go at first (`from`) stays in the address. */
export function goTo(path: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  history[how](null, '', path + location.search);
  dispatchEvent(new PopStateEvent('popstate'));
}

function listen(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}
