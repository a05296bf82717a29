import { problem } from '../../../fields/problems/problem.ts';
import type { ImportFile } from '../import-files.ts';
import type { ImportParts, ImportTarget, ImportTerms, RowOutcome } from '../import-parts.ts';
import { importBatch } from './import-batch.ts';
import { createImportRun, type ImportRun } from '../import-run.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import type { SplitRow } from '../rows/split-rows.ts';
import type { FileRow } from '../../formats/json-rows.ts';
import { createImportSummary, MAX_PROBLEMS, type ImportSummary } from '../import-summary.ts';
import type { FileList } from '../rows/list-columns.ts';
import { createMender, observeMended, type Mender } from '../rows/mended-cells.ts';

/** The import of one file: the run of its own records, and one for each child list that the file has columns for. */
export type FileRuns = {
  own: ImportRun;
  lists: readonly { list: FileList; run: ImportRun }[];
  heads: Heads;
  mender: Mender;
};

type Shared = Pick<ImportRun, 'parts' | 'target' | 'state'>;

/** Creates the runs of a file whose child lists are known. */
export function createFileRuns(
  shared: Shared,
  { file, lists }: { file: ImportFile; lists: readonly FileList[] },
  terms: ImportTerms,
): FileRuns {
  const { resource, options, files } = file;
  const mender = createMender(options.cells);
  const observe = observeMended(mender, terms.observe);
  const heads = createHeads(observe);
  const from = terms.progress?.from;
  for (const { names } of from?.waiting ?? []) shared.state.addWaiting(resource.name, names);
  const start = { ...shared, files, isResumed: terms.isRepeatable === true || from !== undefined };
  const ownObserve = lists.length > 0 ? heads.observeAs(0) : observe;
  return {
    own: createImportRun({ ...start, resource, options, observe: ownObserve, from }),
    lists: lists.map((list, at) => {
      const run = createImportRun({
        ...start,
        resource: list.child,
        options: list.options,
        prefix: `${list.child.name}.`,
        observe: heads.observeAs(at + 1),
        // Its counts until an interruption are among those of the file.
        from: from && { ...from, summary: createImportSummary() },
      });
      return { list, run };
    }),
    heads,
    mender,
  };
}

/** The runs of a file's own records and of its child lists. */
export function allRuns({ own, lists }: Pick<FileRuns, 'own' | 'lists'>): ImportRun[] {
  return [own, ...lists.map(({ run }) => run)];
}

/** A row after its cells were read: its own record, and those of the child lists. */
export type ReadSplit = { row: number; own: ReadRow | undefined; lists: readonly Listed[] };
type Listed = { at: number; read: ReadRow; head: number };

/** They read the cells of a row's own record, and those of the records of each child list. */
export type RowReaders = { own: RowReader; lists: readonly RowReader[] };
type RowReader = (row: FileRow) => ReadRow;

/** Reads the cells of each part of a row. */
export function readSplit({ row, own, lists, head }: SplitRow, readers: RowReaders): ReadSplit {
  return {
    row,
    own: own && readers.own(own),
    lists: readers.lists.flatMap((read, at) => {
      const part = lists[at];
      return part ? [{ at, read: read(part), head }] : [];
    }),
  };
}

/** Writes a batch: the records of the rows first, then those of the lists, which refer to them. */
async function writeSplit(runs: FileRuns, batch: readonly ReadSplit[]): Promise<void> {
  const { own, lists, heads } = runs;
  const isLastPass = own.state.is('lastPass');
  if (!isLastPass) heads.begin();
  await importBatch(
    own,
    batch.flatMap((one) => one.own ?? []),
  );
  for (const late of own.late) heads.see({ row: late.row, id: late.id, outcome: 'created' });
  for (const [at, { list, run }] of lists.entries()) {
    const rows = batch.flatMap((one) => one.lists.filter((listed) => listed.at === at));
    const dueRows = isLastPass ? rows.filter(({ read }) => run.waiting.has(read.row)) : rows;
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
  if (headRecord === 'waiting' && run.state.is('reading')) {
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
function createHeads(observe: ((outcome: RowOutcome) => void) | undefined) {
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
    begin(): void {
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
        const [first, ...others] = outcomes;
        if (first) observe?.(mergeOutcomes([first, ...others]));
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

function mergeOutcomes(parts: readonly [RowOutcome, ...RowOutcome[]]): RowOutcome {
  const [first, ...others] = parts;
  if (others.length === 0) return first;
  const outcome = weights.find((one) => parts.some((part) => part.outcome === one));
  const problems = parts.flatMap((part) => part.problems ?? []);
  const warnings = parts.flatMap((part) => part.warnings ?? []);
  const changes = parts.flatMap((part) => part.changes ?? []);
  const names = parts.flatMap((part) => part.names ?? []);
  return {
    ...first,
    ...(outcome && { outcome }),
    ...(problems.length > 0 && { problems }),
    ...(warnings.length > 0 && { warnings }),
    ...(changes.length > 0 && { changes }),
    ...(names.length > 0 && { names }),
  };
}

/** The summary of a file counts the records of all its parts. */
export function sumUp({ own, lists }: Pick<FileRuns, 'own' | 'lists'>): ImportSummary {
  if (lists.length === 0) return own.summary;
  const sum = { ...own.summary };
  for (const { run } of lists) {
    const other = run.summary;
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

/** How an import writes its batches, and the target that everything else uses meanwhile. */
export type BatchWriter = {
  target: ImportTarget;
  write(runs: FileRuns, batch: readonly ReadSplit[]): Promise<void>;
  /** Does the remaining work after all rows were read. */
  finish(runs: FileRuns, work: () => Promise<void>): Promise<void>;
};

/**
 * Writes batches as they come; or, if progress is kept, each in a transaction together with the
 * progress. Lookups in between run in the same transaction, because they must see what the batch wrote.
 */
export function createBatchWriter(
  target: ImportTarget & Partial<Pick<ImportParts['target'], 'transaction'>>,
  { progress }: ImportTerms,
): BatchWriter {
  let current: ImportTarget = target;
  const through: ImportTarget = {
    findMany: (...args) => current.findMany(...args),
    findTogether: (...args) => current.findTogether(...args),
    settle: (...args) => current.settle(...args),
    calculate: (...args) => current.calculate(...args),
    writeMany: (...writes) => current.writeMany(...writes),
  };
  const within = async (
    runs: FileRuns,
    batch: readonly ReadSplit[],
    work: () => Promise<void>,
  ): Promise<void> => {
    const workAndSave = async (sql?: unknown) => {
      await work();
      // Waiting rows come before the last imported one.
      const row = runs.own.state.is('reading') ? (batch.at(-1)?.row ?? 0) : 0;
      await progress?.save(sql, { row, summary: sumUp(runs) });
    };
    if (!progress || !target.transaction) return workAndSave();
    await target.transaction(async (inside, sql) => {
      current = inside;
      try {
        await workAndSave(sql);
      } finally {
        current = target;
      }
    });
  };
  return {
    target: through,
    finish: (runs, work) => within(runs, [], work),
    write: (runs, batch) => within(runs, batch, () => writeSplit(runs, batch)),
  };
}
