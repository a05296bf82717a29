import {
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type RefObject,
  type UIEvent,
} from 'react';
import {
  anchorAt,
  pageRead,
  pagesNear,
  topOf,
  type Anchor,
  type PageLayout,
  type PageSize,
} from './page-layout.ts';

/**
 * Where somebody reads in the document. The place stays when the size of pages changes: by zooming, with the window,
 * or because a page turns out to be larger than the first one.
 */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout,
  room: PageSize,
  first: number,
) {
  const [anchor, setAnchor] = useState<Anchor>({ page: first, part: 0 });
  // Each is an object of its own, so that the same place can be gone to again.
  const [target, setTarget] = useState<object>();
  const top = Math.max(0, Math.min(topOf(layout, anchor), layout.height - room.height));
  const show = useEffectEvent((..._changed: readonly unknown[]) => {
    scroller.current?.scrollTo({ top });
  });
  // Not for the user's own scrolling, which is further on by now. Nothing can be scrolled before it has a size.
  useLayoutEffect(() => show(layout, room.height, target), [layout, room.height, target]);

  const go = useCallback((page: number, part = 0) => {
    setAnchor({ page, part });
    setTarget({});
  }, []);
  return {
    page: pageRead(layout, top, room.height),
    near: pagesNear(layout, top, room.height),
    onScroll({ currentTarget: { scrollTop } }: UIEvent): void {
      // The browser rounds the place that was gone to.
      if (Math.abs(scrollTop - top) >= 1) setAnchor(anchorAt(layout, scrollTop));
    },
    /** Shows a page, counted from 0, or a part of its height below its top. */
    go,
  };
}
