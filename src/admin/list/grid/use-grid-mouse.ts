import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { isCommand, useDocumentEvent } from '../../kit/keys/key-press.ts';
import { scrollAtEdges } from './edge-scroll.ts';
import { isInNewRow } from './new-row.tsx';
import {
  cellOf,
  isInInput,
  refOfCell,
  isInRange,
  rangeOf,
  type GridStore,
  type CellRef,
  type Range,
} from './grid-store.ts';

type GridMouse = {
  edit(place: CellRef): void;
  /** Fills the rows below a range with its own rows, down to `last`. */
  fill(from: Range, last: number): void;
};

/**
 * A click makes a cell the active one, Shift or dragging selects a range, and a double click opens the cell.
 * The user drags the small square at the last of the chosen cells over those that the range shall fill.
 */
export function useGridMouse(store: GridStore, { edit, fill }: GridMouse) {
  const { begin, extend } = useRangeDrag(store, fill);
  const choose = (event: MouseEvent, cell: Element, place: CellRef): void => {
    const isData = place.row >= 0 && place.column >= 0 && !isInNewRow(cell);
    // Prevents the browser's own selection of text.
    if (isHandle(event) || (event.shiftKey && isData)) event.preventDefault();
    const { anchor, active } = store.get();
    if (isHandle(event)) begin(cell, { source: rangeOf(store.get()) });
    else if (event.shiftKey && isData) {
      begin(cell, { from: anchor ?? active });
      store.set({ active: place, anchor: anchor ?? active });
    } else {
      begin(cell, isData ? { from: place } : undefined);
      store.set({ active: place, anchor: undefined });
    }
  };
  return {
    onMouseDown(event: MouseEvent): void {
      const cell = cellOf(event.target);
      if (cell === undefined || isInInput(event.target)) return;
      const place = refOfCell(cell);
      if (event.button === 0) choose(event, cell, place);
      // A right click on the range opens its menu, so the focus must stay.
      else if (event.button === 2 && isInRange(place, rangeOf(store.get()))) event.preventDefault();
    },
    onMouseOver(event: MouseEvent): void {
      if (event.buttons === 1) extend(event.target);
    },
    onDoubleClick(event: MouseEvent): void {
      const cell = cellOf(event.target);
      if (cell === undefined || isInInput(event.target) || isHandle(event)) return;
      const place = refOfCell(cell);
      if (place.row >= 0 && place.column >= 0) edit(place);
    },
    /** A click on a reference selects its cell; with Ctrl it opens the record in a new tab. */
    onClickCapture(event: MouseEvent): void {
      // A finger has no Ctrl key, and opens the record.
      const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
      if (isTouch || event.shiftKey || isCommand(event)) return;
      if ((event.target as Element).closest('.g-value .record-link')) event.preventDefault();
    },
  };
}

/** What the mouse drags: a range that began at a cell, or one whose rows fill those below it. */
type Drag = { from: CellRef } | { source: Range };

/** Extends a range while the mouse is held, and scrolls at the edges of the grid. */
function useRangeDrag(store: GridStore, fill: GridMouse['fill']) {
  const drag = useRef<Drag>(undefined);
  const endScroll = useRef<() => void>(undefined);
  useDocumentEvent('mouseup', () => {
    endScroll.current?.();
    endScroll.current = undefined;
    if (!drag.current || !('source' in drag.current)) return;
    const { source } = drag.current;
    drag.current = undefined;
    const last = rangeOf(store.get()).bottom;
    if (last > source.bottom) fill(source, last);
  });
  useEffect(() => () => endScroll.current?.(), []);
  const extend = (target: EventTarget): void => {
    const cell = cellOf(target);
    if (!drag.current || cell === undefined || isInNewRow(cell)) return;
    const place = refOfCell(cell);
    if ('source' in drag.current) {
      const { top, bottom, left, right } = drag.current.source;
      const corner = { row: Math.max(bottom, place.row), column: right };
      return store.set({ active: { row: top, column: left }, anchor: corner });
    }
    const { active, editing } = store.get();
    if (editing || place.row < 0 || place.column < 0) return;
    if (place.row === active.row && place.column === active.column) return;
    store.set({ active: place, anchor: drag.current.from });
  };
  const begin = (cell: Element, next: Drag | undefined): void => {
    drag.current = next;
    const grid = cell.closest('.g-grid');
    if (!next || !grid) return;
    endScroll.current?.();
    endScroll.current = scrollAtEdges(grid, cell, extend);
  };
  return { begin, extend };
}

function isHandle({ target }: MouseEvent): boolean {
  return (target as Element).classList.contains('g-handle');
}

/** Milliseconds; as long as operating systems take for a long press. */
const LONG = 500;
const STILL = 10;

/** A finger that rests on a cell opens its menu, even if the browser does not report it. */
export function useLongPress() {
  const press = useRef<{ timer: number; x: number; y: number }>(undefined);
  const end = (): void => {
    window.clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => window.clearTimeout(press.current?.timer), []);
  return {
    onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent): void {
      end();
      if (pointerType !== 'touch') return;
      const at = { bubbles: true, cancelable: true, clientX, clientY };
      const timer = window.setTimeout(
        () => target.dispatchEvent(new MouseEvent('contextmenu', at)),
        LONG,
      );
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent): void {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The browser reported it first.
    onContextMenuCapture: end,
  };
}
