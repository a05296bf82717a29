import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { sizeOfRange, type Place, type Range } from '../grid-store.ts';
import type { GridColumn } from '../grid-columns.ts';
import type { Block } from './table-text.ts';

/** A text for a cell, of a record that is there, or (`row`) of one of the rows that come new. */
export type PastedCell = { field: Field; text: string } & ({ record: RaRecord } | { row: number });

export type PastePlan = {
  cells: readonly PastedCell[];
  /** How many rows come new, below the last. */
  newRows: number;
  leftOut: LeftOut;
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

/** Where each text of a block goes: from the first chosen cell on; one text into all chosen cells. */
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
  return { cells, newRows, leftOut };
}

function repeated(block: Block, range: Range): Block {
  const [first = []] = block;
  if (block.length !== 1 || first.length !== 1 || sizeOfRange(range) === 1) return block;
  const { top, bottom, left, right } = range;
  const row = Array.from({ length: right - left + 1 }, () => first[0]!);
  return Array.from({ length: bottom - top + 1 }, () => row);
}
