import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import { requireValue } from '../../fields/require-entry.ts';
import { MAX_EMPTY_ROWS, STOP_BATCHES } from './file-layout.ts';
import { readFormats, showNumber } from './xlsx-formats.ts';
import { type CellMarks, createMarkFinder } from './xlsx-marks.ts';
import type { Cell, TableLine } from './table-rows.ts';

/*
 * Reads untrusted workbooks in a thread of its own with limited memory. A workbook
 * that needs too much ends the thread, but not the server.
 */

export type XlsxQuestion = {
  /** The ID that the responses repeat. */
  id: number;
  bytes: Uint8Array;
  sheet: string | undefined;
  /** Shared memory: how many batches were requested so far, or `STOP` if no more are wanted. */
  requests: Int32Array;
};

export type XlsxBatch = {
  id: number;
  lines: TableLine[];
  isEnd: boolean;
  /** Why the workbook could not be read to its end. */
  reason?: string;
  /** Reading ended after too many consecutive rows without a value. */
  isEmptied?: boolean;
};

const AT_ONCE = 200;
/** The characters of text in a batch, so that a batch contains few large cells. */
const TEXT_AT_ONCE = 500_000;

try {
  // Lowers the priority of this thread alone (Linux): users who wait for a page come before a workbook.
  setPriority(0, 10);
} catch {
  // On other systems, or without permission, the thread keeps the normal priority.
}

const port = requireValue(parentPort, 'parent thread');
port.on('message', (question: XlsxQuestion) => void read(question));

async function read({ id, bytes, sheet, requests }: XlsxQuestion): Promise<void> {
  let sent = 0;
  let lines: TableLine[] = [];
  const isWanted = (): boolean => {
    // The reader continues whether or not its rows are consumed, so the whole thread waits.
    for (
      let now = Atomics.load(requests, 0);
      now !== STOP_BATCHES;
      now = Atomics.load(requests, 0)
    ) {
      if (now > sent) return true;
      Atomics.wait(requests, 0, now);
    }
    return false;
  };
  const send = (end?: Partial<XlsxBatch>): boolean => {
    if (!isWanted()) return false;
    port.postMessage({ id, lines, isEnd: end !== undefined, ...end } satisfies XlsxBatch);
    sent++;
    lines = [];
    return true;
  };
  try {
    let size = 0;
    let empty = 0;
    const rows = streamXlsxRows(bytes, sheet === undefined ? {} : { sheet });
    const formats = readFormats(bytes);
    const findMarks = createMarkFinder(bytes, sheet, formats);
    const mayBeMarked = (cell: Cell): boolean =>
      cell === null ||
      (typeof cell === 'number' && formats.size > 0) ||
      // Most workbooks have no cell with an error.
      (typeof cell === 'string' && cell.startsWith('#'));
    for await (const { index, values } of rows) {
      const marks = values.some(mayBeMarked) ? findMarks(index) : undefined;
      if (isEmpty(values, marks)) {
        if (++empty <= MAX_EMPTY_ROWS) continue;
        send({ isEmptied: true });
        return;
      }
      empty = 0;
      size += countText(values);
      const line = {
        line: index + 1,
        cells: values.map(toCell),
        ...(marks && toLineMarks(marks, values)),
      };
      if (lines.push(line) < AT_ONCE && size < TEXT_AT_ONCE) continue;
      if (!send()) return;
      size = 0;
    }
    send({});
  } catch (error) {
    send({ reason: (error as Error).message });
  }
}

function isEmpty(values: readonly Cell[], marks: CellMarks | undefined): boolean {
  const isUnsolved = marks !== undefined && marks.unsolved.length > 0;
  return !isUnsolved && values.every((value) => value === null || value === '');
}

function countText(values: readonly Cell[]): number {
  let size = 0;
  for (const value of values) if (typeof value === 'string') size += value.length;
  return size;
}

/** A time of day without a day, which the row reader takes for the last day of 1899. */
function toCell(cell: Cell): Cell {
  const isTime = cell instanceof Date && cell.getUTCFullYear() < 1900;
  return isTime ? cell.toISOString().slice(11, 19).replace(/:00$/, '') : cell;
}

function toLineMarks({ errors, unsolved, formats }: CellMarks, cells: readonly Cell[]) {
  const shown = formats.flatMap(({ column, format }) => {
    const cell = cells[column];
    const display = typeof cell === 'number' ? showNumber(cell, format) : undefined;
    return display ? [{ column, ...display }] : [];
  });
  return {
    ...(errors.length > 0 && { errors }),
    ...(unsolved.length > 0 && { unsolved }),
    ...(shown.length > 0 && { shown }),
  };
}
