export const FILTER_ROW = 38;

/** How high a row is, in pixels; each leaves a structure enough room to be told from others. */
const rowHeights = { compact: 30, standard: 37, comfortable: 52 } as const;

export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as readonly Density[];

export const HEAD = 42;

/** Larger where the reader has larger texts, and high enough for a finger where one is used. */
export function rowHeight(density: Density): number {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const height = Math.round(rowHeights[density] * Math.max(1, fontSize / 16));
  return isByFinger() ? Math.max(FINGER, height) : height;
}

/** WCAG 2.2, 2.5.5. */
const FINGER = 44;

function isByFinger(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false;
}

/** As wide as the tools of a row are together: a checkbox, what opens the lists below it, and its menu. */
export function leadWidth(isSelectable: boolean, isExpandable: boolean): number {
  if (isByFinger()) return 8 + FINGER * (1 + Number(isSelectable) + Number(isExpandable));
  return 8 + (isSelectable ? 28 : 0) + (isExpandable ? 24 : 0) + 24;
}

export function isDensity(value: unknown): value is Density {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value);
}
