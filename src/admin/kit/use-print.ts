import { useSyncExternalStore } from 'react';

const print = window.matchMedia('print');

/** Is the page being put on paper? */
export function usePrint(): boolean {
  return useSyncExternalStore(listen, () => print.matches);
}

function listen(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => print.removeEventListener('change', listener);
}
