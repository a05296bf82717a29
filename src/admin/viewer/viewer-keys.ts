import { createContext, useContext, useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import { settings } from '../client/settings.ts';
import { SINGLE_KEYS } from '../kit/keys/single-keys.ts';

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

export type ZoomAction = 'in' | 'out' | 'fit' | 'actual';

const actions: Readonly<Record<string, ZoomAction>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'actual',
};

/** The zoom that a pressed key asks for; none if the user has switched such keys off. */
export function zoomActionOf(event: KeyboardEvent): ZoomAction | undefined {
  if (settings.get()[SINGLE_KEYS] === false) return undefined;
  return actions[keyOf(event)];
}
