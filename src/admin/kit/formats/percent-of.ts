/** Progress from 0 to 100 (specification, §5). The total may still grow, so the result is limited to this range. */
export function percentOf(done: number, all: number): number {
  return all > 0 ? Math.min(100, Math.max(0, (100 * done) / all)) : 0;
}
