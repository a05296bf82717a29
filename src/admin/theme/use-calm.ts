import { useSyncExternalStore } from 'react';

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the user asked their system for less motion. */
export function useCalm(): boolean {
  return useSyncExternalStore(listen, () => calm.matches);
}

function listen(listener: () => void): () => void {
  calm.addEventListener('change', listener);
  return () => calm.removeEventListener('change', listener);
}
