import { useEffect, useState } from 'react';

/** Milliseconds between two looks at a width that keeps changing (specification, §9: resize throttle). */
const THROTTLE = 40;

/** The inner width of an element, updated while it changes; 0 before it is known. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      timer = undefined;
      setWidth(element.clientWidth);
    };
    measure();
    const sizes = new ResizeObserver(() => (timer ??= setTimeout(measure, THROTTLE)));
    sizes.observe(element);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
    };
  }, [element]);
  return width;
}
