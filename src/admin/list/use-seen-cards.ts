import { useEffect } from 'react';
import { requireItem } from '../../fields/require-entry.ts';
import { useEndless } from './grid/endless/endless-rows.tsx';

/** The next records are read this near to the end, in pixels. */
const NEAR = 600;

/** Reports the visible cards of a list without pages, as a grid reports its rows: changes re-read only those. */
export function useSeenCards(list: HTMLElement | null): void {
  const see = useEndless()?.see;
  useEffect(() => {
    if (!list || !see) return;
    const findVisibleCards = (): void => {
      const cards = [...list.children];
      const first = firstBelow(cards, 0);
      const isNearEnd = list.getBoundingClientRect().bottom < window.innerHeight + NEAR;
      see(first, isNearEnd ? cards.length : first);
    };
    window.addEventListener('scroll', findVisibleCards, { passive: true });
    return () => window.removeEventListener('scroll', findVisibleCards);
  }, [list, see]);
}

/** The first card that ends below an edge; the cards stand one below the other. */
function firstBelow(cards: readonly Element[], edge: number): number {
  let [from, to] = [0, cards.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (requireItem(cards, middle).getBoundingClientRect().bottom > edge) to = middle;
    else from = middle + 1;
  }
  return Math.max(0, from);
}
