import { useEffect, useRef, type PointerEvent } from 'react';

/** As long as the systems take it to be one. */
const LONG = 500;
const STILL = 10;

/** A finger that rests on a cell asks for its menu, also where the browser does not say so itself. */
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
    // The browser was first.
    onContextMenuCapture: end,
  };
}
