/** How far an arrow key moves: one to the left (-1) or right (1); other keys do not move. */
export function arrowStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowLeft') return -1;
  return key === 'ArrowRight' ? 1 : 0;
}
