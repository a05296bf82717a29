/** How far something is, from 0 to 100 (specification, §5): what is counted may grow while it is done. */
export function percentOf(done: number, all: number): number {
  return all > 0 ? Math.min(100, Math.max(0, (100 * done) / all)) : 0;
}
