import { useSyncExternalStore } from 'react';

// The server reads field types too, and has no window.
const print = typeof matchMedia === 'function' ? matchMedia('print') : undefined;
let isPreparing = false;
const listeners = new Set<() => void>();

/** Whether the page is being printed, or prepared for it: everything is drawn, also what is out of sight. */
export function usePrint(): boolean {
  return useSyncExternalStore(listen, () => isPreparing || print?.matches === true);
}

/** Draws everything for paper before the browser prints, so that what loads only then can arrive. */
export function setPreparingPrint(to: boolean): void {
  isPreparing = to;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  print?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    print?.removeEventListener('change', listener);
  };
}
