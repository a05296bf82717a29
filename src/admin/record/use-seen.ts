import { useEffect, useState, type RefObject } from 'react';

/** A section that is about to come into view loads before it is there. */
const LOAD_MARGIN = '240px';

/** Whether an element has been seen, and stays so; `isSeen` where that is known without looking. */
export function useSeen(element: RefObject<Element | null>, isSeen: boolean): boolean {
  const [wasSeen, setSeen] = useState(isSeen);
  if (isSeen && !wasSeen) setSeen(true);
  useEffect(() => {
    if (wasSeen || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasSeen, element]);
  return wasSeen;
}
