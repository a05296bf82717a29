import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { findGrid, noteScroll, placeOf, type ScrollPlace } from './scroll-places.ts';

/** How long to wait for a target that is still being loaded. */
const PATIENCE = 3000;
/** Whoever scrolls by themselves is where they want to be. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Goes to the hash's target or to the top when the page changes, and to where one was when one goes
 * back (specification, §2). A list that only changes its filter stays where it is.
 */
export function useScrollOnNavigation(): void {
  const { pathname, hash, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    // The browser would do it at once, when what one was looking at is not loaded yet.
    history.scrollRestoration = 'manual';
  }, []);

  // Both before the page is drawn: a page that is not filled yet scrolls by itself, which is no
  // place anybody was at, and would be taken for the one to go back to.
  const before = useRef<ScrollPlace>(undefined);
  useLayoutEffect(() => {
    before.current = isBack ? placeOf(key) : undefined;
    return noteScroll(key);
    // `isBack` only tells how we came to this step.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);

  useLayoutEffect(() => {
    const place = before.current;
    if (place) return untilDone(() => goTo(place));
    if (hash !== '') return untilDone(() => goToTarget(decodeURIComponent(hash.slice(1))));
    if (!isBack) window.scrollTo(0, 0);
    return undefined;
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, hash]);
}

function goToTarget(id: string): boolean {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  return target !== null;
}

/** Whether the page is long enough already to be there. */
function goTo({ page, grid }: ScrollPlace): boolean {
  window.scrollTo(0, page);
  const rows = findGrid();
  if (rows) rows.scrollTop = grid;
  return Math.abs(window.scrollY - page) < 2 && Math.abs((rows?.scrollTop ?? 0) - grid) < 2;
}

/** Tries now, and then as the page grows, until it is done, somebody scrolls or waited long enough. Answers how to stop. */
function untilDone(attempt: () => boolean): () => void {
  if (attempt()) return () => {};
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, PATIENCE);
  for (const way of OWN_WAYS) window.addEventListener(way, stop, { passive: true });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const way of OWN_WAYS) window.removeEventListener(way, stop);
  }
}
