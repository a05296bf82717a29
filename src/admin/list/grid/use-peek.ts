import { useRef, useState, type MouseEvent } from 'react';
import { cellOf, placeOfCell } from './cell-of.ts';
import type { Place } from './grid-store.ts';

export type Peek = {
  place: Place;
  cell: DOMRect;
  /** Opened by a key: it stays, and one goes on into it. */
  isKept: boolean;
};

/** A glance takes a moment: who only passes by sees nothing pop up. */
const PAUSE = 450;

/** Shows the whole of a value that its cell cuts off, on pointing at it or by Space. */
export function usePeek(isWorthIt: (place: Place, cell: HTMLElement) => boolean) {
  const [peek, setPeek] = useState<Peek>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const over = useRef<HTMLElement>(undefined);

  const close = (): void => {
    clearTimeout(timer.current);
    over.current = undefined;
    setPeek(undefined);
  };
  const show = (cell: HTMLElement, isKept = false): void =>
    setPeek({ place: placeOfCell(cell), cell: cell.getBoundingClientRect(), isKept });

  return {
    peek,
    close,
    /** Opens it for a cell at once, also where the pointer has opened it already. */
    keep(cell: HTMLElement): void {
      clearTimeout(timer.current);
      show(cell, true);
    },
    events: {
      onMouseMove(event: MouseEvent): void {
        const cell = cellOf(event.target);
        if (peek?.isKept || cell === over.current) return;
        close();
        over.current = cell;
        if (cell === undefined || event.buttons !== 0) return;
        const place = placeOfCell(cell);
        if (place.row < 0 || place.column < 0 || !isWorthIt(place, cell)) return;
        timer.current = setTimeout(show, PAUSE, cell);
      },
      onMouseLeave(): void {
        if (!peek?.isKept) close();
      },
    },
  };
}

/** Is more of the value hidden than shown? */
export function isCut(cell: HTMLElement): boolean {
  const parts = [...cell.querySelectorAll<HTMLElement>('.g-value, .g-value > *, .g-value > * > *')];
  return parts.some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  );
}
