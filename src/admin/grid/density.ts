/** How high a row is, in pixels; each leaves a structure enough room to be told from others. */
export const rowHeights = { compact: 30, standard: 37, comfortable: 52 } as const;

export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as readonly Density[];

export const HEAD = 42;
/** The column of checkboxes. */
export const LEAD = 44;

export function isDensity(value: unknown): value is Density {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value);
}
