import { useDocumentEvent } from '../../../kit/keys/key-press.ts';

/** Ctrl+Z and Ctrl+Y also work with the focus outside the grid, as after a bulk action, but not in an input or a dialog. */
export function useUndoKeys(
  { undo, redo }: { undo: () => void; redo: () => void },
  isOn: boolean,
): void {
  useDocumentEvent('keydown', (event) => {
    const way = undoWay(event);
    // The grid itself may have used the key.
    if (!isOn || !way || event.defaultPrevented || isElsewhere(event.target)) return;
    event.preventDefault();
    if (way === 'redo') redo();
    else undo();
  });
}

/** What a key does with the last steps; undefined for other keys. On a Mac the command key counts as Ctrl. */
export function undoWay(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' ? 'redo' : undefined;
}

const ELSEWHERE =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]';

function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(ELSEWHERE) !== null;
}
