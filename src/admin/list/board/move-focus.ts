import { isCommand } from '../../kit/keys/key-press.ts';
import { undoWay } from '../grid/writing/use-undo-keys.ts';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** Arrow keys move the focus between cards: up and down in a column, left and right to the next column with cards. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target as HTMLElement;
  if (link.dataset['card'] === undefined || isCommand(event)) return;
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

/**
 * Keeps the focus on a card that moves, which leaves its column for another and takes a new place there once the
 * column is read again; until the user goes elsewhere.
 */
export function useGrabbedFocus(board: RefObject<HTMLElement | null>) {
  const grabbed = useRef<string>(undefined);
  useEffect(() => {
    const release = (event: Event): void => {
      const { target, type } = event;
      const card = (target as HTMLElement).dataset?.['card'];
      // The undone step can move the card that has the focus.
      if (card !== undefined && event instanceof KeyboardEvent && undoWay(event))
        return void (grabbed.current = card);
      // While the card is in no column, the focus goes elsewhere without the user.
      const isOurs = card === grabbed.current || !cardOf(board.current, grabbed.current);
      if (type !== 'focusin' || !isOurs) grabbed.current = undefined;
    };
    // In the capture phase, before a key that moves the card grabs it.
    for (const way of ways) document.addEventListener(way, release, true);
    return () => {
      for (const way of ways) document.removeEventListener(way, release, true);
    };
  }, [board]);
  return {
    /** Called before the card moves. */
    grab: (id: string | number): void => {
      grabbed.current = String(id);
    },
    restore: (): void => {
      const card = cardOf(board.current, grabbed.current);
      if (card !== document.activeElement) card?.focus();
    },
  };
}

/** How a user goes elsewhere. */
const ways = ['keydown', 'pointerdown', 'focusin'] as const;

function cardOf(board: HTMLElement | null, id: string | undefined): HTMLElement | undefined {
  return cardsIn(board).find(({ dataset }) => dataset['card'] === id);
}

function cardsIn(board: HTMLElement | null): HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}
