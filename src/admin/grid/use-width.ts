import { useEffect, useState } from 'react';

/** How wide an element is inside, followed while it changes; 0 before it is known. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const look = (): void => setWidth(element.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
