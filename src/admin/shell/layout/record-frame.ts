import { FRAME_KEY, readSession } from '../../client/account/session.ts';
import { frameKey, readLastFrame, type FramePart, type LastFrame } from '../start/last-frame.ts';

/** The number of lists whose heads are stored. */
const MAX_STORED_LISTS = 12;

/**
 * Stores where bar, menu and heads of columns are when the user leaves, so that the next visit can draw them
 * at once. Parts marked with `data-frame` count; nothing of a record is among them. Returns a function that
 * stops it.
 */
export function recordFrameOnLeave(): () => void {
  const record = (): void => {
    if (document.visibilityState === 'hidden') recordFrame();
  };
  window.addEventListener('pagehide', recordFrame);
  document.addEventListener('visibilitychange', record);
  return () => {
    window.removeEventListener('pagehide', recordFrame);
    document.removeEventListener('visibilitychange', record);
  };
}

function recordFrame(): void {
  const user = readSession()?.user._id;
  const bars = [...document.querySelectorAll<HTMLElement>('[data-frame]')];
  if (user === undefined || bars.length === 0) return;
  const { [location.pathname]: _, ...others } = readLastFrame(user)?.lists ?? {};
  const grid = document.querySelector<HTMLElement>('.g-grid');
  const lists = [...Object.entries(others), ...(grid ? [[location.pathname, toList(grid)]] : [])];
  const last: LastFrame = {
    key: frameKey(user),
    frame: bars
      .filter((bar) => isIn(bar, bar.closest('nav') ?? bar))
      .map((bar) => (bar.dataset['frame'] === 'text' ? toText(bar) : toBox(bar))),
    lists: Object.fromEntries(lists.slice(-MAX_STORED_LISTS)),
  };
  try {
    localStorage.setItem(FRAME_KEY, JSON.stringify(last));
  } catch {
    // The storage is full; the next visit starts with an empty page.
  }
}

function toList(grid: HTMLElement): FramePart[] {
  const names = [...grid.querySelectorAll<HTMLElement>('.g-head .g-name')];
  const paper = grid.closest<HTMLElement>('.MuiPaper-root') ?? grid;
  const head = grid.querySelector('.g-head')?.getBoundingClientRect();
  const { x, y, width, height } = grid.getBoundingClientRect();
  const row = Number.parseFloat(grid.style.getPropertyValue('--row'));
  const from = head?.height ?? 0;
  return [
    toBox(paper),
    { x, y: y + from, width, height: height - from, row },
    ...names.filter((name) => isIn(name, grid)).map(toText),
  ];
}

/** Whether all of it is visible in what scrolls it. */
function isIn(element: HTMLElement, around: HTMLElement): boolean {
  const [one, all] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
  return one.right <= all.right && one.bottom <= all.bottom && one.top >= all.top;
}

function toBox(element: HTMLElement): FramePart {
  const { backgroundColor, borderBottomColor, borderRightColor, borderRightWidth } =
    getComputedStyle(element);
  const edge = borderRightWidth === '0px' ? borderBottomColor : borderRightColor;
  return { ...placeOf(element), ground: backgroundColor, edge };
}

function toText(element: HTMLElement): FramePart {
  // The current entry of the menu has another colour, and the next visit may have another entry.
  const { color } = getComputedStyle(element.closest('[data-frame="box"]') ?? element);
  const { fontSize, fontWeight, lineHeight, letterSpacing } = getComputedStyle(element);
  const place = placeOf(element);
  return {
    ...place,
    // Rounding must not break a line.
    width: Math.ceil(place.width) + 1,
    text: element.innerText,
    color,
    font: { fontSize, fontWeight, lineHeight, letterSpacing },
  };
}

function placeOf(element: HTMLElement): Pick<FramePart, 'x' | 'y' | 'width' | 'height'> {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}
