import { useSyncExternalStore } from 'react';

const KEY = 'closedGroups';
const listeners = new Set<() => void>();

/** The groups of the menu that are closed, remembered in this browser; all are open at first. */
export function useClosedGroups(): { closed: readonly string[]; toggle(key: string): void } {
  const text = useSyncExternalStore(subscribe, read);
  const closed = text === '' ? [] : text.split(' ');
  const toggle = (key: string): void => {
    const others = closed.filter((each) => each !== key);
    localStorage.setItem(KEY, (closed.includes(key) ? others : [...others, key]).join(' '));
    for (const listener of listeners) listener();
  };
  return { closed, toggle };
}

function read(): string {
  return localStorage.getItem(KEY) ?? '';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
