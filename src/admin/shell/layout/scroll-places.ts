/** How far the page was scrolled, and the rows of its grid, which scroll by themselves. */
export type ScrollPlace = { page: number; grid: number };

const KEY = 'scrollPlaces';
/** More steps back nobody goes. */
const MOST = 50;

const places = new Map<string, ScrollPlace>(read());

/** Where one was at this step of the history. */
export function placeOf(step: string): ScrollPlace | undefined {
  return places.get(step);
}

/** Records where one is at a step for as long as one is there. Returns how to stop. */
export function noteScroll(step: string): () => void {
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
export function findGrid(): Element | null {
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
