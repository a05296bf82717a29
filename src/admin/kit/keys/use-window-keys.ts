import { useEffect, useEffectEvent } from 'react';

/** Listens to the keys of the whole window. */
export function useWindowKeys(onPress: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether a key was pressed in a menu or a dialog that is open over the element. `over` selects what can be. */
export function isPressedOver(
  { target }: KeyboardEvent,
  element: Element | null,
  over: string,
): boolean {
  const around = target instanceof Element ? target.closest(over) : null;
  return around !== (element?.closest(over) ?? null);
}
