import { useState } from 'react';

/**
 * Tells the changes that an input has made to the list apart from those made elsewhere. The list shows
 * a change later than the input, and possibly only after the next one.
 */
export function useOwnChanges(now: string) {
  const [seen, setSeen] = useState(now);
  /** Made here, in this order, and not shown yet. */
  const [announcedIds, setTold] = useState<readonly string[]>([]);
  const isNews = seen !== now;
  const at = announcedIds.indexOf(now);
  if (isNews) {
    setSeen(now);
    setTold(at === -1 ? [] : announcedIds.slice(at + 1));
  }
  return {
    /** In one rendering after the change, so that an input can follow it. */
    isFromOutside: isNews && at === -1,
    /** The value as this input has last made it or seen it. */
    last: announcedIds.at(-1) ?? now,
    tell: (next: string): void => setTold((before) => [...before, next]),
  };
}
