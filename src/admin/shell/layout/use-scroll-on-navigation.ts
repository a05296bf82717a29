import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isSpotHash } from '../../viewer/viewer-address.ts';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Milliseconds to wait for a target that is still loading. */
const TARGET_TIMEOUT_MS = 3000;
/** A user who scrolls is already where they want to be. */
const SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the hash's target or to the top when the page changes, and back to the earlier position
 * when the user goes back (specification, §2). A list that only changes its filter keeps its position.
 */
export function useScrollOnNavigation(): void {
  const { pathname, hash, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    // The browser would do it at once, while the content is still loading.
    history.scrollRestoration = 'manual';
  }, []);

  // Both run before the page is rendered: a page that is not filled yet changes its scroll
  // position, and that position must not be recorded as the user's own.
  const before = useRef<ScrollPlace>(undefined);
  // `isBack` only tells how we came to this step.
  const begin = useEffectEvent((step: string) => {
    before.current = isBack ? places.get(step) : undefined;
  });
  useLayoutEffect(() => {
    begin(key);
    return recordScroll(key);
  }, [key]);

  const toTop = useEffectEvent(() => {
    if (!isBack) window.scrollTo(0, 0);
  });
  useLayoutEffect(() => {
    const place = before.current;
    if (place) return untilDone(() => goTo(place));
    if (hash !== '' && !isSpotHash(hash))
      return untilDone(() => goToTarget(decodeURIComponent(hash.slice(1))));
    toTop();
    return undefined;
    // Another page begins at its top, also without a hash.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- `pathname` tells when
  }, [pathname, hash]);
}

function goToTarget(id: string): boolean {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  return target !== null;
}

/** Returns whether the page is already long enough to scroll there. */
function goTo({ page, grid }: ScrollPlace): boolean {
  window.scrollTo(0, page);
  const rows = findGrid();
  if (rows) rows.scrollTop = grid;
  return Math.abs(window.scrollY - page) < 2 && Math.abs((rows?.scrollTop ?? 0) - grid) < 2;
}

/** Tries now and as the page grows, until it succeeds, the user scrolls or time is up. Returns a function that stops it. */
function untilDone(attempt: () => boolean): () => void {
  if (attempt()) return () => {};
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, TARGET_TIMEOUT_MS);
  for (const way of SCROLL_EVENTS) window.addEventListener(way, stop, { passive: true });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const way of SCROLL_EVENTS) window.removeEventListener(way, stop);
  }
}

/** The scroll position of the page, and of its grid, which scrolls separately. */
type ScrollPlace = { page: number; grid: number };

const KEY = 'scrollPlaces';
/** Nobody goes back more steps than this. */
const MAX_POSITIONS = 50;

/** The scroll position at each step of the history. */
const places = new Map<string, ScrollPlace>(read());

/** Records the scroll position at a step while the user is there. Returns a function that stops it. */
function recordScroll(step: string): () => void {
  // A visit starts at the top. Reading that would calculate the layout of the frame before its page is there.
  if (places.size === 0) places.set(step, { page: 0, grid: 0 });
  // A list that only changes its filter keeps its position at the new step.
  if (!places.has(step)) record(step);
  const onScroll = ({ target }: Event): void => {
    const { grid = 0 } = places.get(step) ?? {};
    record(step, isGrid(target) ? target.scrollTop : grid);
  };
  // Scroll events of inner elements do not bubble, so they are captured.
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', onScroll, { capture: true });
}

function record(step: string, grid = findGrid()?.scrollTop ?? 0): void {
  // Moves the step to the end, because the oldest steps are dropped first.
  places.delete(step);
  places.set(step, { page: window.scrollY, grid });
}

/** The rows of the list on screen, which scroll inside the page. */
function findGrid(): Element | null {
  return document.querySelector('.g-grid');
}

function isGrid(target: EventTarget | null): target is Element {
  return target instanceof Element && target.classList.contains('g-grid');
}

// A reloaded page keeps its position.
window.addEventListener('pagehide', () =>
  sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-MAX_POSITIONS))),
);

function read(): [string, ScrollPlace][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, ScrollPlace][];
    // The router names the first page of a visit `default`, so the position of an earlier first page is not its own.
    return isFresh() ? kept.filter(([step]) => step !== 'default') : kept;
  } catch {
    return [];
  }
}

function isFresh(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return (loaded as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
