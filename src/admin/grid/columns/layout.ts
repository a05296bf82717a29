import { isDensity, type Density } from '../density.ts';
import { clampWidth, type ColumnChoice, type Pin } from '../grid-columns.ts';

/** How a list is laid out, as it is kept: columns by the names of their fields, in their order. */
export type Layout = {
  columns: readonly ColumnChoice[];
  density: Density;
  /** Is the row of filters under the head open? And the counts of values beside the grid? */
  hasFilterRow: boolean;
  hasFacets: boolean;
};

/** What was kept, by whatever version of these screens, as a layout; what cannot be read is as it comes. */
export function readLayout(kept: unknown, preset: Layout): Layout {
  const { columns, density, hasFilterRow, hasFacets } = (kept ?? {}) as Partial<Layout>;
  const read = Array.isArray(columns) ? columns.filter(isChoice) : [];
  return {
    columns: read.length > 0 ? read : preset.columns,
    density: isDensity(density) ? density : preset.density,
    hasFilterRow: typeof hasFilterRow === 'boolean' ? hasFilterRow : preset.hasFilterRow,
    hasFacets: typeof hasFacets === 'boolean' ? hasFacets : preset.hasFacets,
  };
}

function isChoice(column: unknown): column is ColumnChoice {
  return typeof (column as ColumnChoice | null)?.name === 'string';
}

/** One more column, at the end; or the one gone. */
export function withColumn(
  columns: readonly ColumnChoice[],
  name: string,
  isShown: boolean,
): readonly ColumnChoice[] {
  const others = columns.filter((column) => column.name !== name);
  return isShown ? [...others, { name }] : others;
}

/** The column before or after where it was, or where another one is. */
export function movedColumn(
  columns: readonly ColumnChoice[],
  name: string,
  to: number,
): readonly ColumnChoice[] {
  const from = columns.findIndex((column) => column.name === name);
  if (from < 0) return columns;
  const moved = [...columns];
  const [column] = moved.splice(from, 1);
  moved.splice(Math.max(0, Math.min(to, moved.length)), 0, column!);
  return moved;
}

/** Undefined lets it be as wide as it comes. */
export function sizedColumn(
  columns: readonly ColumnChoice[],
  name: string,
  width: number | undefined,
): readonly ColumnChoice[] {
  const size = width && clampWidth(width);
  return columns.map((column) => (column.name === name ? { ...column, width: size } : column));
}

export function pinnedColumn(
  columns: readonly ColumnChoice[],
  name: string,
  pin: Pin | undefined,
): readonly ColumnChoice[] {
  return columns.map((column) => (column.name === name ? { ...column, pin } : column));
}
