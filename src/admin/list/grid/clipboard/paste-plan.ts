import type { RaRecord } from 'react-admin';
import type { Field } from '../../../../fields/field.ts';
import type { Place, Range } from '../grid-store.ts';
import type { GridColumn } from '../grid-columns.ts';
import type { Block } from './table-text.ts';

/** A text for a cell, of a record that is there, or (`row`) of one of the rows that come new. */
type PastedCell = { field: Field; text: string } & ({ record: RaRecord } | { row: number });

type PastePlan = {
  cells: readonly PastedCell[];
  /** How many rows come new, below the last. */
  newRows: number;
  leftOut: LeftOut;
  /** The cells it lies over, those that are there. */
  covered: Range;
};

/** Texts that go nowhere, by the reason. */
export type LeftOut = {
  /** Beyond the last column. */
  beyond: number;
  /** Below the last row, where no rows may come new. */
  below: number;
  /** Of records that may not be changed. */
  lockedRecords: number;
  /** Columns that are not to be written. */
  lockedFields: ReadonlySet<Field>;
};

export type PasteOrder = {
  block: Block;
  range: Range;
  columns: readonly GridColumn[];
  rows: readonly RaRecord[];
  mayWrite(place: Place): boolean;
  isWritable(field: Field): boolean;
  /** Whether rows may come new, and which of their fields may be written. */
  mayCreate(field: Field | undefined): boolean;
};

/** Where each text of a block goes: from the first chosen cell on, and again as often as it fits into the choice. */
export function planPaste(order: PasteOrder): PastePlan {
  const { range, columns, rows, mayWrite, isWritable, mayCreate } = order;
  const block = repeated(order.block, range);
  const cells: PastedCell[] = [];
  const lockedFields = new Set<Field>();
  const leftOut = { beyond: 0, below: 0, lockedRecords: 0, lockedFields };
  let newRows = 0;
  for (const [down, texts] of block.entries()) {
    const row = range.top + down;
    const record = rows[row];
    const isNew = record === undefined && mayCreate(undefined);
    if (isNew) newRows += 1;
    for (const [across, text] of texts.entries()) {
      const column = range.left + across;
      const field = columns[column]?.field;
      if (field && record && mayWrite({ row, column })) cells.push({ field, text, record });
      else if (field && isNew && mayCreate(field)) cells.push({ field, text, row: newRows - 1 });
      else if (text === '') continue;
      else if (!field) leftOut.beyond += 1;
      else if (!isWritable(field)) lockedFields.add(field);
      else if (record) leftOut.lockedRecords += 1;
      else leftOut.below += 1;
    }
  }
  const widest = Math.max(...block.map(({ length }) => length));
  const covered = {
    top: range.top,
    left: range.left,
    bottom: Math.min(rows.length, range.top + block.length) - 1,
    right: Math.min(columns.length, range.left + widest) - 1,
  };
  return { cells, newRows, leftOut, covered };
}

/** A block goes into a choice as often as it fits, as spreadsheets do it: a text into all cells, a row into all rows. */
function repeated(block: Block, { top, bottom, left, right }: Range): Block {
  const width = block[0]?.length ?? 0;
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  const isEven = block.every((row) => row.length === width);
  if (!isEven || width === 0 || rows % block.length > 0 || columns % width > 0) return block;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => block[row % block.length]![column % width]!),
  );
}
