import { createHash } from 'node:crypto';
import type { FileColumn } from '../../files/import/suggest/suggest-mapping.ts';
import { isAboveOthers, type Flattener } from '../../files/import/rows/flatten-row.ts';
import { toCell, cut } from './shown-cell.ts';
import { readFileRows, readFileHeader, readLines } from '../../files/formats/read-file.ts';
import { createStepRunner } from '../../files/steps/run-steps.ts';
import { columnsAfter, type Step } from '../../files/steps/step.ts';

import type { Cell } from '../../files/formats/table-rows.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { PROBLEMS_COLUMN } from '../../files/import/rows/row-columns.ts';

const LINES = 30;
/** The number of cells that determine what a column contains, and the number of those that are shown. */
const SAMPLES = 50;

type Open = () => AsyncIterable<Uint8Array>;

/** The key of a recipe: the same columns in any order, also those of a file with failed rows. */
export function headerHash(columns: readonly FileColumn[]): string {
  const names = columns.map(({ name }) => name).filter((name) => name !== PROBLEMS_COLUMN);
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex');
}

/** The first lines of a table as they are in the file, without a header row. */
export async function firstLines(
  open: Open,
  layout: FileLayout,
): Promise<{ line: number; cells: readonly Cell[] }[]> {
  const lines: { line: number; cells: readonly Cell[] }[] = [];
  for await (const some of readLines(open, layout)) {
    for (const line of some) {
      if ('problem' in line) return lines;
      lines.push({ line: line.line, cells: line.cells.map(cut) });
      if (lines.length === LINES) return lines;
    }
  }
  return lines;
}

/** The columns in the order of the first records, each with its first values. */
export async function firstColumns(
  open: Open,
  layout: FileLayout,
  flatten: Flattener,
  steps: readonly Step[] = [],
): Promise<FileColumn[]> {
  const header = await readFileHeader(open, layout);
  const named = header && 'columns' in header ? header.columns : [];
  const columns = new Map<string, Cell[]>(columnsAfter(named, steps).map((name) => [name, []]));
  const runner = createStepRunner(steps);
  let seen = 0;
  for await (const rows of readFileRows(open, layout)) {
    for (const whole of rows) {
      const row = runner.run(flatten(whole));
      if (!('value' in row) || typeof row.value !== 'object' || row.value === null) continue;
      for (const [name, value] of Object.entries(row.value))
        addSample(columns, name, row.cells ? (value as Cell) : toCell(value));
      if (++seen === 100) return toColumns(columns);
    }
  }
  return toColumns(columns);
}

function addSample(columns: Map<string, Cell[]>, name: string, cell: Cell): void {
  const samples = columns.get(name) ?? [];
  if (!columns.has(name)) columns.set(name, samples);
  if (samples.length < SAMPLES && cell !== null && cell !== '') samples.push(cut(cell));
}

function toColumns(columns: ReadonlyMap<string, Cell[]>): FileColumn[] {
  const names = [...columns.keys()];
  // Some records have an empty object or list where others have parts. Only the parts are columns then.
  const isShown = (name: string, samples: Cell[]) =>
    samples.some((sample) => sample !== '[]') || !isAboveOthers(name, names);
  return [...columns].flatMap(([name, samples]) =>
    isShown(name, samples) ? [{ name, samples }] : [],
  );
}
