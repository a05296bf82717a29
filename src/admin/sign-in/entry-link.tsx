import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './visitor-path.ts';

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
