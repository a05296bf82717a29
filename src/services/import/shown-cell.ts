import { showCellDate, writeCellDate } from '../../files/formats/read-cell.ts';
import type { Cell } from '../../files/formats/table-rows.ts';

/** A cell as it is shown, cut to a length that is enough to recognize it. */
export function shownCell(value: unknown): Exclude<Cell, Date> {
  if (value === undefined) return null;
  const cell = value instanceof Date ? value : toCell(value);
  return shown(cut(cell));
}

/** The same in the form in which a field reads it. */
export function sampleCell(value: Cell): Exclude<Cell, Date> {
  return shownCell(value instanceof Date ? writeCellDate(value) : value);
}

/** A list or an object as JSON. */
export function toCell(value: unknown): Cell {
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? (value as Cell) : JSON.stringify(value);
}

/** Cuts a cell to a length that is enough to recognize it. */
export function cut(cell: Cell): Cell {
  return typeof cell === 'string' && cell.length > 200 ? `${cell.slice(0, 200)}…` : cell;
}

function shown(cell: Cell): Exclude<Cell, Date> {
  return cell instanceof Date ? showCellDate(cell) : cell;
}
