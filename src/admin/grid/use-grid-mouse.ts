import { useRef, type MouseEvent } from 'react';
import { cellOf, isInInput, placeOfCell } from './cell-of.ts';
import { isInRange, rangeOf, type GridStore, type Place } from './grid-store.ts';

/** A click makes a cell the active one, with Shift or by dragging a range; a double click opens it for writing. */
export function useGridMouse(store: GridStore, edit: (place: Place) => void) {
  const from = useRef<Place>(undefined);
  const start = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell === undefined || isInInput(event.target)) return;
    const place = placeOfCell(cell);
    // The other button on the choice asks what can be done with it: the focus must not go elsewhere.
    if (event.button === 2 && isInRange(place, rangeOf(store.get()))) event.preventDefault();
    if (event.button !== 0) return;
    const isData = place.row >= 0 && place.column >= 0;
    if (event.shiftKey && isData) {
      // Not the browser's own selection of text.
      event.preventDefault();
      const { anchor, active } = store.get();
      store.set({ active: place, anchor: anchor ?? active });
      return;
    }
    from.current = isData ? place : undefined;
    store.set({ active: place, anchor: undefined });
  };
  const drag = (event: MouseEvent): void => {
    if (event.buttons !== 1 || from.current === undefined) return;
    const cell = cellOf(event.target);
    if (cell === undefined) return;
    const place = placeOfCell(cell);
    const { active, editing } = store.get();
    if (editing || place.row < 0 || place.column < 0) return;
    if (place.row === active.row && place.column === active.column) return;
    store.set({ active: place, anchor: from.current });
  };
  const open = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell === undefined || isInInput(event.target)) return;
    const place = placeOfCell(cell);
    if (place.row >= 0 && place.column >= 0) edit(place);
  };
  return { onMouseDown: start, onMouseOver: drag, onDoubleClick: open };
}
