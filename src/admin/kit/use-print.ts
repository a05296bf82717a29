import { useSyncExternalStore } from 'react';

const print = window.matchMedia('print');

/** Whether the page is being printed. */
export function usePrint(): boolean {
  return useSyncExternalStore(listen, () => print.matches);
}

function listen(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => print.removeEventListener('change', listener);
}
