import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

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
    before.current = isBack ? places.get(key) : undefined;
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

/** How far the page was scrolled, and the rows of its grid, which scroll by themselves. */
type ScrollPlace = { page: number; grid: number };

const KEY = 'scrollPlaces';
/** More steps back nobody goes. */
const MOST = 50;

/** Where one was at each step of the history. */
const places = new Map<string, ScrollPlace>(read());

/** Records where one is at a step for as long as one is there. Returns how to stop. */
function noteScroll(step: string): () => void {
  // A list that only changes its filter is where it was, at a new step.
  if (!places.has(step)) record(step);
  const onScroll = ({ target }: Event): void => {
    const { grid = 0 } = places.get(step) ?? {};
    record(step, isGrid(target) ? target.scrollTop : grid);
  };
  // What scrolls by itself tells only those who listen on the way down.
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', onScroll, { capture: true });
}

function record(step: string, grid = findGrid()?.scrollTop ?? 0): void {
  // The last one noted is the last to be dropped.
  places.delete(step);
  places.set(step, { page: window.scrollY, grid });
}

/** The rows of the list on the screen, which scroll inside the page. */
function findGrid(): Element | null {
  return document.querySelector('[role="grid"]');
}

function isGrid(target: EventTarget | null): target is Element {
  return target instanceof Element && target.getAttribute('role') === 'grid';
}

// A page that is loaded again is where it was.
window.addEventListener('pagehide', () =>
  sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-MOST))),
);

function read(): [string, ScrollPlace][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, ScrollPlace][];
    // A page by its address has the router's one name for it; where the one before it was scrolled to is none of its own.
    return isFresh() ? kept.filter(([step]) => step !== 'default') : kept;
  } catch {
    return [];
  }
}

function isFresh(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return (loaded as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
