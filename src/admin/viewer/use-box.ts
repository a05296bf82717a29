import { useLayoutEffect, useState, type RefObject } from 'react';

/** In CSS pixels. */
export type Box = { width: number; height: number };

/** The room inside an element, without its scrollbars; of no size until it is laid out. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const frame = element.current!;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = frame;
      setBox((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
