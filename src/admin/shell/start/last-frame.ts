import { FRAME_KEY } from '../../client/account/session.ts';
import { mode } from '../theme/mode.ts';

/** A coloured box or a text, where it was in the window. */
export type FramePart = {
  x: number;
  y: number;
  width: number;
  height: number;
  ground?: string;
  edge?: string;
  color?: string;
  font?: { fontSize: string; fontWeight: string; lineHeight: string; letterSpacing: string };
  text?: string;
  /** The height of the rows that are drawn in it. */
  row?: number;
};

export type LastFrame = {
  /** What must be the same at the next visit, or nothing would be in its place. */
  key: string;
  /** Bar and menu. */
  frame: readonly FramePart[];
  /** The heads and rows of lists by their paths, the latest last. */
  lists: Readonly<Record<string, readonly FramePart[]>>;
};

export function frameKey(user: string): string {
  return [user, innerWidth, innerHeight, mode(), document.documentElement.lang].join(' ');
}

/** Undefined if there is none for this user, window, mode and language. */
export function readLastFrame(user: string): LastFrame | undefined {
  try {
    const last = JSON.parse(localStorage.getItem(FRAME_KEY) ?? 'null') as LastFrame | null;
    return last?.key === frameKey(user) ? last : undefined;
  } catch {
    return undefined;
  }
}

/** Draws bar, menu and heads of columns as they were at the last visit, until the app draws its own. */
export function showLastFrame(overlay: HTMLElement, user: string): void {
  const last = readLastFrame(user);
  if (!last) return;
  const page = last.lists[location.pathname] ?? [];
  const element = document.createElement('div');
  element.className = 'last-frame';
  // Nothing of it can be used, and the overlay says that the app is loading.
  element.ariaHidden = 'true';
  element.append(toElement('last-bars', last.frame), toElement('last-page', page));
  overlay.prepend(element);
}

function toElement(name: string, parts: readonly FramePart[]): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  element.append(...parts.map(drawPart));
  return element;
}

function drawPart({ x, y, width, height, ...looks }: FramePart): HTMLElement {
  const element = document.createElement('div');
  element.textContent = looks.text ?? '';
  if (looks.row !== undefined) element.className = 'last-rows';
  Object.assign(element.style, {
    transform: `translate(${x}px, ${y}px)`,
    width: `${width}px`,
    height: `${height}px`,
    backgroundColor: looks.ground ?? '',
    border: `solid ${looks.edge ?? 'transparent'}`,
    borderWidth: looks.edge ? '0 1px 1px 0' : '0',
    color: looks.color ?? '',
    ...looks.font,
    backgroundSize: looks.row ? `100% ${looks.row}px` : '',
  });
  return element;
}
