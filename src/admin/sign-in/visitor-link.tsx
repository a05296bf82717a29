import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

/** A link between pages for visitors that does not load the document again. */
export function VisitorLink({ to, children }: { to: string; children: ReactNode }) {
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

/* Visitors have only a few pages, so the address is router enough. */

export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname);
}

/** Shows another page for visitors. The page they wanted at first (`from`) stays in the address. */
export function goTo(path: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  history[how](null, '', path + location.search);
  dispatchEvent(new PopStateEvent('popstate'));
}

function listen(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}
