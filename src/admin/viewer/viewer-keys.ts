import { createContext, useContext, useEffect, useEffectEvent, type KeyboardEvent } from 'react';

/** Answers whether the key was for the view; the viewer itself then leaves it alone. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

/** Sets the function that gets the keys pressed anywhere in the viewer; returns one that removes it. */
export const ViewerKeysContext = createContext<(handler: KeyHandler) => () => void>(
  () => () => undefined,
);

/** Gets the keys that are pressed in the viewer, except those typed into inputs. */
export function useViewerKeys(press: KeyHandler): void {
  const listen = useContext(ViewerKeysContext);
  const onPress = useEffectEvent(press);
  useEffect(() => listen((event) => onPress(event)), [listen]);
}

/** The name of a key pressed alone, or together with Ctrl or ⌘: `+`, `Ctrl+f`. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return '';
  return ctrlKey || metaKey ? `Ctrl+${key.toLowerCase()}` : key;
}
