import { useEffect, useEffectEvent, useRef, type MouseEvent, type PointerEvent } from 'react';
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
  const from = useRef<CellRef>(undefined);
  const source = useRef<Range>(undefined);
  const endScroll = useRef<() => void>(undefined);
  const endFill = useEffectEvent((): void => {
    endScroll.current?.();
    endScroll.current = undefined;
    const range = source.current;
    source.current = undefined;
    const last = rangeOf(store.get()).bottom;
    if (range && last > range.bottom) fill(range, last);
  });
  useEffect(() => {
    document.addEventListener('mouseup', endFill);
    return () => {
      document.removeEventListener('mouseup', endFill);
      endScroll.current?.();
    };
  }, []);
  const start = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell === undefined || isInInput(event.target)) return;
    const place = refOfCell(cell);
    // A right click on the range opens its menu, so the focus must stay.
    if (event.button === 2 && isInRange(place, rangeOf(store.get()))) event.preventDefault();
    if (event.button !== 0) return;
    source.current = isHandle(event) ? rangeOf(store.get()) : undefined;
    if (source.current) {
      event.preventDefault();
      return follow(cell);
    }
    const isData = place.row >= 0 && place.column >= 0 && !isInNewRow(cell);
    if (event.shiftKey && isData) {
      // Prevents the browser's own selection of text.
      event.preventDefault();
      const { anchor, active } = store.get();
      store.set({ active: place, anchor: anchor ?? active });
      return;
    }
    from.current = isData ? place : undefined;
    if (isData) follow(cell);
    store.set({ active: place, anchor: undefined });
  };
  const follow = (cell: Element): void => {
    const grid = cell.closest('.g-grid');
    endScroll.current?.();
    if (grid) endScroll.current = scrollAtEdges(grid, cell, extend);
  };
  const drag = (event: MouseEvent): void => {
    if (event.buttons === 1) extend(event.target);
  };
  const extend = (target: EventTarget): void => {
    const cell = cellOf(target);
    if (cell === undefined || isInNewRow(cell)) return;
    const place = refOfCell(cell);
    if (source.current) {
      const { top, bottom, left, right } = source.current;
      const corner = { row: Math.max(bottom, place.row), column: right };
      return store.set({ active: { row: top, column: left }, anchor: corner });
    }
    if (from.current === undefined) return;
    const { active, editing } = store.get();
    if (editing || place.row < 0 || place.column < 0) return;
    if (place.row === active.row && place.column === active.column) return;
    store.set({ active: place, anchor: from.current });
  };
  const open = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell === undefined || isInInput(event.target) || isHandle(event)) return;
    const place = refOfCell(cell);
    if (place.row >= 0 && place.column >= 0) edit(place);
  };
  /** A click on a reference selects its cell; with Ctrl it opens the record in a new tab. */
  const stay = (event: MouseEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    // A finger has no Ctrl key, and opens the record.
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
    if (isPlain && !isTouch && (event.target as Element).closest('.g-value .record-link'))
      event.preventDefault();
  };
  return { onMouseDown: start, onMouseOver: drag, onDoubleClick: open, onClickCapture: stay };
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
