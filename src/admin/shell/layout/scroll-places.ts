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

/** Follows where one is at a step for as long as one is there. Answers how to stop. */
export function noteScroll(step: string): () => void {
  const note = ({ target }: Event): void => {
    const { grid = 0 } = places.get(step) ?? {};
    const isRows = target instanceof Element && target.getAttribute('role') === 'grid';
    places.delete(step);
    places.set(step, { page: window.scrollY, grid: isRows ? target.scrollTop : grid });
  };
  // What scrolls by itself tells only those who listen on the way down.
  document.addEventListener('scroll', note, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', note, { capture: true });
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
