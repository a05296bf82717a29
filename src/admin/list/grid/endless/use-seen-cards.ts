import { useEffect } from 'react';
import { useEndless } from './endless-rows.ts';

/** So near the end the next ones are read. */
const NEAR = 600;

/** Tells which cards of a list without pages are in sight, as a grid tells its rows: these are read again when somebody changes them. */
export function useSeenCards(list: HTMLElement | null): void {
  const see = useEndless()?.see;
  useEffect(() => {
    if (!list || !see) return;
    const look = (): void => {
      const cards = [...list.children];
      const first = firstBelow(cards, 0);
      const isNearEnd = list.getBoundingClientRect().bottom < window.innerHeight + NEAR;
      see(first, isNearEnd ? cards.length : first);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [list, see]);
}

/** The first card that ends below an edge; they stand one below the other. */
function firstBelow(cards: readonly Element[], edge: number): number {
  let [from, to] = [0, cards.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (cards[middle]!.getBoundingClientRect().bottom > edge) to = middle;
    else from = middle + 1;
  }
  return Math.max(0, from);
}
