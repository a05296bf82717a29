import type { Place } from './grid-store.ts';

/** How far one can go: the rows of the page and its columns, and how many rows are in sight. */
export type Extent = { rows: number; columns: number; page: number };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/**
 * Where a key leads from a cell, as the WAI-ARIA grid pattern has it: arrows by one, with
 * Ctrl to the edge; Home and End in the row, with Ctrl in the whole grid; Page Up and Page
 * Down by what is in sight. Undefined for any other key.
 */
export function movedBy(press: Press, from: Place, extent: Extent): Place | undefined {
  const way = Object.hasOwn(ways, press.key) ? ways[press.key] : undefined;
  if (way === undefined) return undefined;
  return within(way(from, extent, press.ctrlKey || press.metaKey), extent);
}

export function within({ row, column }: Place, { rows, columns }: Extent): Place {
  return {
    row: Math.max(-1, Math.min(row, rows - 1)),
    column: Math.max(-1, Math.min(column, columns - 1)),
  };
}

/** The cell after or before another in reading order; undefined beyond the last and the first. */
export function nextInOrder(from: Place, by: 1 | -1, { rows, columns }: Extent): Place | undefined {
  const at = from.row * columns + from.column + by;
  if (at < 0 || at >= rows * columns) return undefined;
  return { row: Math.floor(at / columns), column: at % columns };
}

type Way = (from: Place, extent: Extent, isFar: boolean) => Place;

const ways: Readonly<Record<string, Way>> = {
  ArrowUp: ({ row, column }, _, isFar) => ({ row: isFar ? Math.min(0, row - 1) : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, isFar) => ({ row: isFar ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _, isFar) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, isFar) => ({
    row,
    column: isFar ? columns - 1 : column + 1,
  }),
  // The tools of a row are one step further than its first cell.
  Home: ({ row, column }, _, isFar) =>
    isFar ? { row: 0, column: 0 } : { row, column: column > 0 ? 0 : -1 },
  End: ({ row }, { rows, columns }, isFar) => ({
    row: isFar ? rows - 1 : row,
    column: columns - 1,
  }),
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(0, row - page), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
};
