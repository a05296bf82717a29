import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { noteScroll, placeOf, type ScrollPlace } from './scroll-places.ts';

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

  // Before the page is drawn: a shorter page scrolls by itself, which is no place anybody was at.
  useLayoutEffect(() => noteScroll(key), [key]);

  useEffect(() => {
    const before = isBack ? placeOf(key) : undefined;
    if (before) return untilDone(() => goTo(before));
    if (hash !== '') return untilDone(() => goToTarget(decodeURIComponent(hash.slice(1))));
    if (!isBack) window.scrollTo(0, 0);
    return undefined;
    // `isBack` and `key` tell how we came to this page; alone they are no reason to scroll.
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
  const rows = document.querySelector('[role="grid"]');
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
