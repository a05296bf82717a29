import { useEffect, useEffectEvent } from 'react';

type Modifiers = { altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Whether a key is held that makes a command of another one. Shift is none: it writes capitals and extends a selection. */
export function isCommand({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey;
}

/** How far an arrow key moves: one to the left (-1) or right (1); other keys do not move. */
export function arrowStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowLeft') return -1;
  return key === 'ArrowRight' ? 1 : 0;
}

/** Whether a key opens the menu of what has the focus, as a right click does. */
export function isMenuKey({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Calls the listener of the last rendering for each event of a type, wherever on the page it happens. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  isCapture = false,
): void {
  const notifyListener = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: DocumentEventMap[Type]): void => notifyListener(event);
    document.addEventListener(type, listen, isCapture);
    return () => document.removeEventListener(type, listen, isCapture);
  }, [type, isCapture]);
}
