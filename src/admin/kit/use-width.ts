import { useEffect, useState } from 'react';

/** Milliseconds between two looks at a width that keeps changing (specification, §9: resize throttle). */
const THROTTLE = 40;

/**
 * The inner width of an element, updated while it changes; 0 before there is one. The first render that has the
 * element knows its width, so that nothing is drawn twice.
 */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  const [measured, setMeasured] = useState<HTMLElement | null>(null);
  if (element !== measured) {
    setMeasured(element);
    setWidth(element?.clientWidth ?? 0);
  }
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      timer = undefined;
      setWidth(element.clientWidth);
    };
    const sizes = new ResizeObserver(() => (timer ??= setTimeout(measure, THROTTLE)));
    sizes.observe(element);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
    };
  }, [element]);
  return width;
}
