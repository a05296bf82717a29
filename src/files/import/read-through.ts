import {
  type BatchWriter,
  type FileRuns,
  readSplit,
  type ReadSplit,
  type RowReaders,
} from './write/file-runs.ts';
import type { ImportTerms, OpenFile } from './import-parts.ts';
import type { ImportRun } from './import-run.ts';
import { ROW_COLUMN, takeNumber } from './rows/mended-cells.ts';
import { createFlattener } from './rows/flatten-row.ts';
import { placeFiles } from './write/place-files.ts';
import { plainLayout } from '../formats/file-layout.ts';
import type { FileRow } from '../formats/json-rows.ts';
import { readFileRows } from '../formats/read-file.ts';
import { rememberKeys } from './row-key.ts';
import { type ColumnContext, fieldNameOf } from './rows/row-columns.ts';
import { createRowReader } from './rows/row-reader.ts';
import { createRowSplitter, type SplitRow } from './rows/split-rows.ts';
import { createStepRunner } from '../steps/run-steps.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

type KeyNames = {
  parts: Omit<ColumnContext, 'resource'>;
  resource: ImportRun['resource'];
  options: Pick<ImportRun['options'], 'key' | 'mapping'>;
};

/** The sets of columns that can name the record of a row; the first that a row fills in does. */
export function keyColumns(
  { parts, resource, options: { key, mapping } }: KeyNames,
  columns: Iterable<string>,
) {
  const context = { ...parts, resource };
  const fieldOf = (column: string) => fieldNameOf(context, mapping, column);
  const all = [...columns];
  return [['_id'], key, resource.importKey]
    .map((names) => all.filter((column) => names.includes(fieldOf(column) ?? '')))
    .filter((each) => each.length > 0);
}

/** Reads the next batch while the last one is written. */
export async function readThrough(
  open: OpenFile,
  runs: FileRuns,
  terms: ImportTerms,
  steps: BatchWriter,
) {
  const { own, lists } = runs;
  const start = own.state.is('reading') ? (terms.progress?.from?.row ?? 0) : 0;
  const readerOf = (run: ImportRun) =>
    createRowReader({ ...run.parts, resource: run.resource, files: run.files }, run.options);
  const readers: RowReaders = { own: readerOf(own), lists: lists.map(({ run }) => readerOf(run)) };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const all of readBatches(open, runs)) {
      const rows = all.filter(({ row }) => row > start);
      if (rows.length < all.length) {
        const before = all.filter(({ row }) => row <= start).flatMap((row) => row.own ?? []);
        await rememberKeys(own, before.map(readers.own));
      }
      if (rows.length === 0) continue;
      const batch: ReadSplit[] = [];
      for (const row of rows) {
        batch.push(readSplit(row, readers));
        await yieldToEventLoop();
      }
      await placeSplit(runs, batch);
      await writing;
      terms.signal?.throwIfAborted();
      writing = steps.write(runs, batch);
      // The next `await` throws its error; until then it must not count as an unhandled rejection.
      writing.catch(() => {});
    }
  } catch (error) {
    // A batch that is still being written would go on after its transaction was rolled back.
    await Promise.allSettled([writing]);
    throw error;
  }
  await writing;
}

/** Files are stored before the transaction of their batch, which must not wait for them. */
async function placeSplit({ own, lists }: FileRuns, batch: readonly ReadSplit[]): Promise<void> {
  await placeFiles(
    own,
    batch.flatMap((one) => one.own ?? []),
  );
  for (const [at, { run }] of lists.entries()) {
    const listed = batch.flatMap((one) => one.lists.filter((part) => part.at === at));
    await placeFiles(
      run,
      listed.map(({ read }) => read),
    );
  }
}

const BATCH = 1_000;
/** The most chunks in a batch, each of 64 KiB as files arrive: a batch of large records must not fill the memory. */
const BATCH_CHUNKS = 64;
/** The same in characters that steps have written, which can be many more than they have read. */
const BATCH_TEXT = BATCH_CHUNKS * 65_536;
const MOST_IN_BATCH = 10 * BATCH;

async function* readBatches(open: OpenFile, runs: FileRuns): AsyncGenerator<SplitRow[]> {
  const { own } = runs;
  const { steps = [], layout = plainLayout } = own.options;
  const runner = createStepRunner(steps);
  const toSplitRow = createSplit(runs, runner.run);
  const isLastPass = own.state.is('lastPass');
  // The last pass reads the same rows again.
  if (!isLastPass && runner.counts.length > 0) own.summary.steps = runner.counts;
  const batch = createBatch();
  for await (const rows of readFileRows(open, layout)) {
    for (const whole of rows) {
      const row = toSplitRow(whole);
      batch.addText(runner.takeMade());
      if (steps.length > 0) await yieldToEventLoop();
      if (isLastPass && !isAwaited(runs, row)) continue;
      if (batch.endsBefore(row)) yield batch.take();
      batch.add(row);
    }
    batch.addChunk();
  }
  const last = batch.take();
  if (last.length > 0) yield last;
}

/** Creates the function that makes the parts of a row as it is in the file; `runSteps` changes its cells. */
function createSplit({ own, lists, mender }: FileRuns, runSteps: (row: FileRow) => FileRow) {
  const { parts, resource, files, options } = own;
  const { mapping } = options;
  const split = createRowSplitter(
    lists.map(({ list }) => list),
    (columns) => keyColumns(own, columns),
  );
  const flatten = createFlattener({ ...parts, resource, files }, mapping);
  const hasNumbers = !mapping.has(ROW_COLUMN);
  return (whole: FileRow): SplitRow => {
    const numbered = hasNumbers ? takeNumber(whole) : whole;
    return split(mender.run(runSteps(flatten(numbered))));
  };
}

/** Collects rows until their number, their size in the file or the text from steps is large enough. */
function createBatch() {
  let rows: SplitRow[] = [];
  let chunks = 0;
  let textLength = 0;
  return {
    add: (row: SplitRow) => rows.push(row),
    addText(length: number): void {
      textLength += length;
    },
    addChunk(): void {
      chunks += 1;
    },
    /** All rows of a record are in one batch, so that an interruption does not part them. */
    endsBefore({ row, head }: SplitRow): boolean {
      const isFull = rows.length >= BATCH || chunks >= BATCH_CHUNKS || textLength >= BATCH_TEXT;
      const isOverfull = rows.length >= MOST_IN_BATCH || textLength >= 10 * BATCH_TEXT;
      return isFull && (head === row || isOverfull);
    },
    take(): SplitRow[] {
      const taken = rows;
      rows = [];
      chunks = 0;
      textLength = 0;
      return taken;
    },
  };
}

/** Whether a row has a part that waits; the other parts are left out. */
function isAwaited({ own, lists }: FileRuns, row: SplitRow): boolean {
  if (!own.waiting.has(row.row)) row.own = undefined;
  return row.own !== undefined || lists.some(({ run }) => run.waiting.has(row.row));
}
