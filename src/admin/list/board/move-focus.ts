import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import type { Moves } from '../shown-as/use-moves.ts';

/** Arrow keys move the focus between cards: up and down in a column, left and right to the next column with cards. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target as HTMLElement;
  if (link.dataset['card'] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('.b-column')]
    .map((column) => cardsIn(column))
    .filter((cards) => cards.length > 0);
  const at = columns.findIndex((cards) => cards.includes(link));
  const cards = columns[at];
  if (!cards) return;
  const row = cards.indexOf(link);
  const beside = (way: -1 | 1) => {
    const other = columns[at + way];
    return other?.[Math.min(row, other.length - 1)];
  };
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: cards[row + 1],
    ArrowUp: cards[row - 1],
    ArrowLeft: beside(-1),
    ArrowRight: beside(1),
    Home: cards[0],
    End: cards.at(-1),
  };
  if (!(event.key in targets)) return;
  event.preventDefault();
  targets[event.key]?.focus();
}

/** Keeps the focus on a card that moves: the browser drops it when the card leaves its column. */
export function useGrabbedFocus(board: RefObject<HTMLElement | null>, moving: Moves['moving']) {
  const grabbed = useRef<{ id: string; next: string | undefined }>(undefined);
  useLayoutEffect(() => {
    if (!grabbed.current || document.activeElement !== document.body) return;
    const cards = cardsIn(board.current);
    const { id, next } = grabbed.current;
    const find = (wanted: string | undefined) =>
      cards.find(({ dataset }) => dataset['card'] === wanted);
    // The card may now be further down in its new column than was read.
    (find(id) ?? find(next) ?? cards[0])?.focus();
  }, [board, moving]);
  return {
    /** Called before the card moves. */
    grab({ id }: RaRecord): void {
      const cards = cardsIn(board.current);
      const at = cards.findIndex(({ dataset }) => dataset['card'] === String(id));
      grabbed.current = { id: String(id), next: cards[at + 1]?.dataset['card'] };
    },
  };
}

function cardsIn(board: HTMLElement | null): HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}
