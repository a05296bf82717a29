import { useEffect, useEffectEvent } from 'react';

/** Ctrl+Z and Ctrl+Y also work with the focus outside the grid, as after a bulk action, but not in an input or a dialog. */
export function useUndoKeys(
  { undo, redo }: { undo: () => void; redo: () => void },
  isOn: boolean,
): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    // The grid itself has used the key.
    if (!isOn || event.defaultPrevented || !(ctrlKey || metaKey) || altKey) return;
    const isElsewhere =
      target instanceof Element &&
      target.closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]',
      ) !== null;
    const letter = key.toLowerCase();
    const isRedo = letter === 'y' || (letter === 'z' && shiftKey);
    if (isElsewhere || (letter !== 'z' && !isRedo)) return;
    event.preventDefault();
    if (isRedo) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
