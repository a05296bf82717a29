/** How high a row is, in pixels; each leaves a structure enough room to be told from others. */
export const rowHeights = { compact: 30, standard: 37, comfortable: 52 } as const;

export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as readonly Density[];

export const HEAD = 42;

/** As wide as the tools of a row are together: a checkbox, what opens the lists below it, and its menu. */
export function leadWidth(isSelectable: boolean, isExpandable: boolean): number {
  return 8 + (isSelectable ? 28 : 0) + (isExpandable ? 24 : 0) + 24;
}

export function isDensity(value: unknown): value is Density {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value);
}
