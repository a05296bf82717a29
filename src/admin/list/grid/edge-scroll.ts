/** Pixels inside an edge from which the grid scrolls; beyond it, faster. */
const NEAR = 20;

/** Pixels per frame for each pixel of the way over the edge, and at most. */
const SPEED = 0.25;
const FASTEST = 30;

/**
 * Scrolls the grid while a drag is held at its edge or beyond, and tells the element that is then under the pointer, or
 * nearest to it. Returns how to end it.
 */
export function scrollAtEdges(
  grid: Element,
  begun: Element,
  reach: (element: Element) => void,
): () => void {
  let pointer: { x: number; y: number } | undefined;
  let frame = 0;
  const step = (): void => {
    frame = 0;
    if (!pointer) return;
    const { left, right, top, bottom } = insideOf(grid, begun);
    const by = { x: pull(pointer.x, left, right), y: pull(pointer.y, top, bottom) };
    if (by.x === 0 && by.y === 0) return;
    grid.scrollBy(by.x, by.y);
    const x = Math.max(left + 2, Math.min(pointer.x, right - 2));
    const y = Math.max(top + 2, Math.min(pointer.y, bottom - 2));
    const under = document.elementFromPoint(x, y);
    if (under && grid.contains(under)) reach(under);
    frame = requestAnimationFrame(step);
  };
  const follow = ({ clientX, clientY }: globalThis.MouseEvent): void => {
    pointer = { x: clientX, y: clientY };
    if (frame === 0) frame = requestAnimationFrame(step);
  };
  document.addEventListener('mousemove', follow);
  return () => {
    document.removeEventListener('mousemove', follow);
    cancelAnimationFrame(frame);
    pointer = undefined;
  };
}

/** How far to scroll for a place on the way from `low` to `high`: nothing between them. */
function pull(place: number, low: number, high: number): number {
  const over = place < low + NEAR ? place - low - NEAR : Math.max(0, place - high + NEAR);
  return Math.max(-FASTEST, Math.min(Math.round(over * SPEED), FASTEST));
}

/** The part of the grid that scrolls, as the window sees it. A drag that began in a pinned column stays in those. */
function insideOf(grid: Element, begun: Element) {
  const frame = grid.getBoundingClientRect();
  const head = grid.querySelector('.g-head')?.getBoundingClientRect();
  const isPinned = begun.closest('.g-pinned') !== null;
  const pinned = [...grid.querySelectorAll('.g-head > .g-lead, .g-head > .g-left')].at(-1);
  const own = frame.left + grid.clientWidth;
  return {
    left: isPinned ? -Infinity : (pinned?.getBoundingClientRect().right ?? frame.left),
    right: isPinned ? Infinity : own,
    top: head?.bottom ?? frame.top,
    bottom: frame.top + grid.clientHeight,
  };
}
