import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useGrid } from './grid-context.tsx';

/** The focus follows the active cell while it is in the grid, and stays where it is while it is elsewhere. */
export function useCellFocus(
  isActive: boolean,
  isEditing = false,
): {
  ref: RefObject<HTMLDivElement | null>;
  tabIndex: 0 | -1;
} {
  const ref = useRef<HTMLDivElement>(null);
  const { store } = useGrid();
  useLayoutEffect(() => {
    const cell = ref.current;
    if (!isActive || isEditing || cell === null || store.get().editing) return;
    const grid = cell.closest('[role="grid"]');
    const isHere =
      store.get().isGrabbing ||
      grid?.contains(document.activeElement) ||
      grid?.hasAttribute('data-focused');
    // The grid scrolls by itself, by what its sticky parts leave of it.
    if (store.get().isGrabbing) store.set({ isGrabbing: false });
    if (isHere && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }, [isActive, isEditing, store]);
  return { ref, tabIndex: isActive ? 0 : -1 };
}
