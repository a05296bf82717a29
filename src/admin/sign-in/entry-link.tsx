import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

/** A way from one page of a visitor to another, without loading it all anew. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to + location.search} onClick={follow}>
      {children}
    </a>
  );
}

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
