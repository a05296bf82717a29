import { problem } from '../../../fields/problems/problem.ts';
import type { RowOutcome } from '../import-parts.ts';
import { importBatch } from './import-batch.ts';
import type { ImportRun } from '../import-run.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import type { SplitRow } from '../rows/split-rows.ts';
import type { FileRow } from '../../formats/json-rows.ts';
import { MAX_PROBLEMS, type ImportSummary } from '../import-summary.ts';
import type { FileList } from '../rows/list-columns.ts';
import type { Mender } from '../rows/mended-cells.ts';

/** The import of one file: the run of its own records, and one for each child list that the file has columns for. */
export type FileRuns = {
  own: ImportRun;
  lists: readonly { list: FileList; run: ImportRun }[];
  heads: Heads;
  mender: Mender;
};

/** A row after its cells were read: its own record, and those of the child lists. */
export type ReadSplit = { row: number; own: ReadRow | undefined; lists: readonly Listed[] };
type Listed = { at: number; read: ReadRow; head: number };

/** Reads the cells of each part of a row. */
export function readSplit(
  { row, own, lists, head }: SplitRow,
  readers: readonly ((row: FileRow) => ReadRow)[],
): ReadSplit {
  return {
    row,
    own: own && readers[0]!(own),
    lists: lists.flatMap((part, at) => (part ? [{ at, read: readers[at + 1]!(part), head }] : [])),
  };
}

/** Writes a batch: the records of the rows first, then those of the lists, which refer to them. */
export async function writeSplit(runs: FileRuns, batch: readonly ReadSplit[]): Promise<void> {
  const { own, lists, heads } = runs;
  heads.begin(own.isLastPass);
  await importBatch(
    own,
    batch.flatMap((one) => one.own ?? []),
  );
  for (const late of own.late) heads.see({ row: late.row, id: late.id, outcome: 'created' });
  for (const [at, { list, run }] of lists.entries()) {
    const rows = batch.flatMap((one) => one.lists.filter((listed) => listed.at === at));
    const dueRows = run.isLastPass ? rows.filter(({ read }) => run.waiting.has(read.row)) : rows;
    const reads = dueRows.flatMap((one) => belong(run, list, one, heads) ?? []);
    for (let from = 0; from < reads.length; from += BATCH)
      await importBatch(run, reads.slice(from, from + BATCH));
    for (const one of dueRows) if (run.waiting.has(one.read.row)) heads.keep(one);
  }
  heads.flush();
}

/** The row with its reference to its parent; undefined if it has to wait until that is written. */
function belong(
  run: ImportRun,
  { link }: FileList,
  { read, head }: Listed,
  heads: Heads,
): ReadRow | undefined {
  // A row that could not be read at all belongs to nothing.
  if (read.problems.length > 0 && read.origin === undefined) return read;
  const headRecord = heads.find(read.row, head) ?? { id: run.parts.newId(head) };
  if (headRecord === 'waiting' && !run.isLastPass) {
    run.summary.total++;
    run.waiting.add(read.row);
    run.observe?.({ row: read.row, outcome: 'waiting', names: [] });
    return undefined;
  }
  if (headRecord === 'missing' || headRecord === 'waiting')
    return {
      ...read,
      values: {},
      references: new Map(),
      problems: [problem('I063', '', { row: head })],
    };
  return { ...read, values: { ...read.values, [link]: headRecord.id } };
}

/** The most records in one call of the store. */
const BATCH = 1_000;

/** What has become of the record that a row began. */
type HeadState = { id: string } | 'waiting' | 'missing';

type Heads = ReturnType<typeof createHeads>;

/**
 * Remembers which records the rows of a file have become, for the records of lists that belong to them, and reports
 * the outcome of each row once, for all its parts.
 */
export function createHeads(observe: ((outcome: RowOutcome) => void) | undefined) {
  let states = new Map<number, HeadState>();
  /** For rows of lists that wait: the record to which they belong. */
  const kept = new Map<number, HeadState>();
  const parts = new Map<number, RowOutcome[]>();
  const see = ({ row, outcome, id }: Pick<RowOutcome, 'row' | 'outcome' | 'id'>): void => {
    const settled = id === undefined ? 'missing' : { id };
    states.set(row, outcome === 'waiting' ? outcome : settled);
  };
  return {
    see,
    /** Only the last record can have further rows in the next batch. */
    begin(isLastPass: boolean): void {
      if (isLastPass) return;
      const last = Math.max(...states.keys());
      states = new Map([...states].filter(([row]) => row === last));
    },
    find: (row: number, head: number) => states.get(head) ?? kept.get(row),
    /** Keeps the record of a row that waits. */
    keep({ read, head }: Listed): void {
      const state = states.get(head);
      if (state !== undefined && state !== 'waiting') kept.set(read.row, state);
    },
    /** Observes one part of the rows. */
    observeAs: (at: number) => (result: RowOutcome) => {
      if (at === 0) see(result);
      const all = parts.get(result.row) ?? [];
      const { id: _, ...ofList } = result;
      // The `_id` of a row is that of its own record.
      all[at] = at === 0 ? result : ofList;
      parts.set(result.row, all);
    },
    flush(): void {
      for (const [row, all] of parts) {
        const outcomes = all.filter((one) => one !== undefined);
        observe?.(mergeOutcomes(outcomes));
        if (outcomes.every(({ outcome }) => outcome !== 'waiting')) parts.delete(row);
      }
    },
  };
}

const weights: readonly RowOutcome['outcome'][] = [
  'failed',
  'waiting',
  'created',
  'updated',
  'leftOut',
  'unchanged',
];

function mergeOutcomes(parts: readonly RowOutcome[]): RowOutcome {
  const [first] = parts;
  if (parts.length < 2) return first!;
  const outcome = weights.find((one) => parts.some((part) => part.outcome === one))!;
  const problems = parts.flatMap((part) => part.problems ?? []);
  const warnings = parts.flatMap((part) => part.warnings ?? []);
  const changes = parts.flatMap((part) => part.changes ?? []);
  const names = parts.flatMap((part) => part.names ?? []);
  return {
    ...first!,
    outcome,
    ...(problems.length > 0 && { problems }),
    ...(warnings.length > 0 && { warnings }),
    ...(changes.length > 0 && { changes }),
    ...(names.length > 0 && { names }),
  };
}

/** The summary of a file counts the records of all its parts. */
export function sumUp({ own, lists }: Pick<FileRuns, 'own' | 'lists'>): ImportSummary {
  const summaries = [own, ...lists.map(({ run }) => run)].map(({ summary }) => summary);
  const [first, ...others] = summaries;
  if (others.length === 0) return first!;
  const sum = { ...first! };
  for (const other of others) {
    for (const name of counts) sum[name] += other[name];
    sum.problems = [...sum.problems, ...other.problems].slice(0, MAX_PROBLEMS);
    sum.warned = [...sum.warned, ...other.warned].slice(0, MAX_PROBLEMS);
    const totals = { ...sum.referencesCreated };
    for (const [name, count] of Object.entries(other.referencesCreated ?? {}))
      totals[name] = (totals[name] ?? 0) + count;
    if (Object.keys(totals).length > 0) sum.referencesCreated = totals;
  }
  return sum;
}

const counts = [
  'total',
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'duplicates',
  'warnings',
  'leftOut',
] as const;
