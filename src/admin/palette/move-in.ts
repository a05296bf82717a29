const PAGE = 8;

/** Where a key leads among so many lines; undefined when it is not one that moves. Up and down go round. */
export function moveIn(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return at === last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'PageDown':
      return Math.min(last, at + PAGE);
    case 'PageUp':
      return Math.max(0, at - PAGE);
    default:
      return undefined;
  }
}
