import { useSyncExternalStore } from 'react';

/** What stands over the page: the search with its commands, or the list of keys. */
export type Opened = 'palette' | 'keys';

const listeners = new Set<() => void>();
let opened: Opened | undefined;

export const openPalette = (): void => show('palette');

export const showKeys = (): void => show('keys');

export const closePalette = (): void => show(undefined);

export function useOpened(): Opened | undefined {
  return useSyncExternalStore(subscribe, () => opened);
}

function show(next: Opened | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
