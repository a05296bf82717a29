import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `readOn` when the user comes near the end of a list. Give the returned ref to an element there, with a new
 * `key` for each piece of the list: it may still be near the end, and an observer reports that only once.
 */
export function useNearEnd(readOn: () => void): (end: HTMLElement | null) => void {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const comeNear = useEffectEvent(readOn);
  useEffect(() => {
    if (!end) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) comeNear();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end]);
  return setEnd;
}
