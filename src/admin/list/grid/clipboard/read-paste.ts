import type { DecimalMark } from '../../../../fields/text/decimal-mark.ts';
import type { RaRecord } from 'react-admin';
import { requireItem } from '../../../../fields/require-entry.ts';
import { checkField } from '../../../../descriptor/field-check.ts';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { language } from '../../../messages/language.ts';
import { refusedText } from '../../../client/find-named.ts';
import { newRecordId } from '../../../client/new-record-id.ts';
import { loadTexts, textsOf } from '../../../messages/texts.ts';
import type { Range, CellRef } from '../grid-store.ts';
import type { CellChange } from '../writing/read-changes.ts';
import type { GridColumn } from '../grid-table.ts';
import { toFieldCells } from './bound-cells.ts';
import { readTexts } from './read-texts.ts';
import { fromClipboard, isCopiedFromGrid, type BlockCell, type Copied } from './cell-text.ts';

/** A row to create: the texts of its cells, their values, and why some have none. */
export type PastedRow = {
  /** That of the record, from the beginning: a row that is sent again finds what an earlier attempt has created. */
  _id: string;
  texts: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
  refused: Readonly<Record<string, string>>;
  /** Why the server did not create it. */
  refusal?: string | undefined;
  /** The values of earlier attempts, whose answers may be lost. */
  attempts?: readonly PastedRow['values'][];
};

/** New rows for the user to check before they are created, and the changes pasted with them. */
export type PendingPaste = {
  created: readonly PastedRow[];
  changes: readonly CellChange[];
  /** The cells on the clipboard. */
  copied: Copied;
  /** How the numbers of its cells are written. */
  mark: DecimalMark | 'both';
  /** What the user typed into the empty row, and in which column; absent after a paste. */
  typed?: { name: string; text: string };
  /** The files that the user dropped on the empty row or pasted into it, and in which column. */
  dropped?: { name: string; files: readonly File[] };
};

export type PasteResult = Omit<PendingPaste, 'copied'> & {
  /** What the user must be told about it. */
  notes: readonly string[];
  covered: Range;
};

/** What the cells on the clipboard would write, and where. */
export async function readPaste(
  asker: { descriptor: Descriptor; role: string },
  { copied, ...order }: Omit<PasteRequest, 'block'> & { copied: Copied },
): Promise<PasteResult> {
  const plan = planPaste({ block: fromClipboard(copied), ...order });
  await loadTexts(import.meta.glob('/src/admin/messages/*/list/paste.ts'));
  // Blocks copied here have a decimal point; pasted back, they must not become a thousand times as large.
  const own = isCopiedFromGrid(copied.html) ? 'point' : undefined;
  const { values, note, mark } = await readTexts(asker, plan.cells, own);
  const rows = Array.from({ length: plan.newRows }, () => ({
    texts: {} as Record<string, string>,
    values: {} as Record<string, unknown>,
    refused: {} as Record<string, string>,
  }));
  const changes: CellChange[] = [];
  for (const [index, cell] of plan.cells.entries()) {
    const read = requireItem(values, index);
    const { value, refused, partly } = read;
    const { name } = cell.field;
    if ('record' in cell) {
      const reason = refusedText(read);
      changes.push({
        record: cell.record,
        name,
        value,
        ...(reason !== undefined && { refused: reason }),
        ...(partly && { clear: partly.clear }),
      });
    } else {
      const row = requireItem(rows, cell.row);
      row.texts[name] = cell.text;
      if (value !== null) row.values[name] = value;
      if (refused !== undefined) row.refused[name] = refused;
    }
  }
  const created: PastedRow[] = rows
    .filter((row) => Object.keys(row.values).length > 0)
    .map((row) => ({ ...row, _id: newRecordId() }));
  const notes = [leftOutText(plan.leftOut), note, joinedText(plan.cells, values)].filter(
    (each) => each !== undefined,
  );
  return { changes, created, mark, notes, covered: plan.covered };
}

/** The parts of a block that found no place, and why; undefined if all did. */
function leftOutText(left: LeftOut): string | undefined {
  const texts = textsOf('paste');
  const names = [...left.lockedFields].map(({ label }) => textIn(label, language()));
  const reasons = [
    counted(texts.beyond, left.beyond),
    counted(texts.below, left.below),
    counted(texts.lockedRecords, left.lockedRecords),
    names.length > 0 ? [fillTemplate(texts.lockedFields, { names: names.join(', ') })] : [],
  ].flat();
  if (reasons.length === 0) return undefined;
  return fillTemplate(texts.leftOut, { reasons: reasons.join('; ') });
}

/** The cells whose line breaks become spaces; undefined if there are none. */
function joinedText(
  cells: readonly PastedCell[],
  values: readonly { value: unknown }[],
): string | undefined {
  const count = cells.filter(({ field }, index) => {
    const checked = checkField(field, requireItem(values, index).value);
    return 'value' in checked && checked.warning?.code === 'V094';
  }).length;
  return count === 0 ? undefined : fillTemplate(textsOf('paste').joined, { count });
}

function counted(text: string, count: number): string[] {
  return count === 0 ? [] : [fillTemplate(text, { count })];
}

/** A text for a cell of an existing record, or (`row`) of a new row. */
type PastedCell = { field: Field } & BlockCell & ({ record: RaRecord } | { row: number });

type Block = readonly (readonly BlockCell[])[];

type PastePlan = {
  cells: readonly PastedCell[];
  /** The number of new rows, below the last. */
  newRows: number;
  leftOut: LeftOut;
  /** The existing cells that the block covers. */
  covered: Range;
};

/** The number of texts that go nowhere, by reason. */
type LeftOut = {
  /** Beyond the last column. */
  beyond: number;
  /** Below the last row, if no rows may be created. */
  below: number;
  /** In records that the user may not change. */
  lockedRecords: number;
  /** Columns that are read-only. */
  lockedFields: ReadonlySet<Field>;
};

export type PasteRequest = {
  block: Block;
  range: Range;
  columns: readonly GridColumn[];
  rows: readonly RaRecord[];
  mayWrite(place: CellRef): boolean;
  isWritable(field: Field): boolean;
  /** The qualifier of a number, if it may be written. */
  qualifierOf(field: Field): Field | undefined;
  /** The values of a record as its cells show them. */
  shown(record: RaRecord): RaRecord;
  /** Whether rows may be created, and whether this field of theirs may be written. */
  mayCreate(field: Field | undefined): boolean;
};

/** Where each text of a block goes: from the first chosen cell on, repeated as often as it fits the chosen range. */
function planPaste(order: PasteRequest): PastePlan {
  const { range, columns, rows, mayWrite, isWritable, mayCreate } = order;
  const block = repeated(order.block, range);
  const cells: PastedCell[] = [];
  const lockedFields = new Set<Field>();
  const leftOut = { beyond: 0, below: 0, lockedRecords: 0, lockedFields };
  let newRows = 0;
  /** The record or the new row into which a text goes; undefined if it goes nowhere. */
  const placeOf = ({ row, column }: CellRef, field: Field, isNew: boolean) => {
    const record = rows[row];
    if (record) return mayWrite({ row, column }) ? { record } : undefined;
    return isNew && mayCreate(field) && !field.kind.files ? { row: newRows - 1 } : undefined;
  };
  const leaveOut = (field: Field | undefined, isNew: boolean, row: number): void => {
    if (!field) leftOut.beyond += 1;
    else if (!isWritable(field) || (isNew && field.kind.files)) lockedFields.add(field);
    else if (rows[row]) leftOut.lockedRecords += 1;
    else leftOut.below += 1;
  };
  for (const [down, texts] of block.entries()) {
    const row = range.top + down;
    const isNew = rows[row] === undefined && mayCreate(undefined);
    if (isNew) newRows += 1;
    for (const [across, cell] of texts.entries()) {
      const column = range.left + across;
      const field = columns[column]?.field;
      const place = field && placeOf({ row, column }, field, isNew);
      if (field && place) cells.push(...toCells(order, field, cell, { texts, place }));
      else if (cell.text !== '') leaveOut(field, isNew, row);
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

type Pasted = { texts: readonly BlockCell[]; place: { record: RaRecord } | { row: number } };

/** What a text writes: a value and, with a number, its qualifier. */
function toCells(order: PasteRequest, field: Field, cell: BlockCell, pasted: Pasted): PastedCell[] {
  const { texts, place } = pasted;
  const qualifier = order.qualifierOf(field);
  const values = 'record' in place ? order.shown(place.record) : {};
  const beside = qualifier && textBeside(order, qualifier, texts);
  const cells = toFieldCells(field, cell, { qualifier, values, beside });
  return cells.map((one) => ({ ...one, ...place }));
}

/** What is pasted into the column of the qualifier in the same row. */
function textBeside(
  { columns, range }: PasteRequest,
  { name }: Field,
  texts: readonly BlockCell[],
): string | undefined {
  const at = columns.findIndex(({ field }) => field.name === name);
  return at < range.left ? undefined : texts[at - range.left]?.text.trim();
}

/** Repeats a block as often as it fits the range, as spreadsheets do: a text into all cells, a row into all rows. */
function repeated(block: Block, { top, bottom, left, right }: Range): Block {
  const width = block[0]?.length ?? 0;
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  const isEven = block.every((row) => row.length === width);
  if (!isEven || width === 0 || rows % block.length > 0 || columns % width > 0) return block;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => block[row % block.length]![column % width]!),
  );
}
