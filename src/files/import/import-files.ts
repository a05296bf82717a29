import type { Resource } from '../../descriptor/descriptor.ts';
import { createImportRun, type ImportRun } from './import-run.ts';
import type {
  ImportOptions,
  ImportParts,
  ImportTarget,
  ImportTerms,
  OpenFile,
} from './import-parts.ts';
import { createBatchWriter, type BatchWriter } from './batch-writer.ts';
import type { ImportSummary } from './import-summary.ts';
import { plainLayout } from '../formats/file-layout.ts';
import { readFileRows, readFileHeader } from '../formats/read-file.ts';
import type { FileRow } from '../formats/json-rows.ts';
import { setLateReferences } from './late-references.ts';
import { orderByReferences } from './reference-order.ts';
import { createDryRun } from './dry-run.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { createRowReader, type ReadRow } from './row-reader.ts';
import { rememberKeys } from './row-key.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { usualKey } from './import-keys.ts';

/** The records of one resource, in any format. */
export type ImportFile = { resource: Resource; open: OpenFile; options: ImportOptions };

/**
 * Imports files, each into its resource, in any order and however they refer to each other:
 * referenced records are imported first, and a row whose reference does not exist yet is tried
 * again at the end. Memory does not grow with the files, except for the numbers of waiting rows.
 */
export async function importFiles(
  parts: ImportParts,
  given: readonly ImportFile[],
  terms: ImportTerms = {},
): Promise<Map<ImportFile, ImportSummary>> {
  const files = await Promise.all(given.map(withKey));
  const summaries = await importKeyed(parts, files, terms);
  return new Map(given.map((file, at) => [file, summaries[at]!]));
}

/** Returns a summary for each file, in their order. */
async function importKeyed(parts: ImportParts, files: readonly ImportFile[], terms: ImportTerms) {
  if (terms.dryRun)
    return importInto(createDryRun(parts.target, keysOf(files)), parts, files, terms);
  if (!terms.atomic) return importInto(parts.target, parts, files, terms);
  try {
    return await parts.target.transaction(async (target) => {
      const summaries = await importInto(target, parts, files, terms);
      if (summaries.some(({ failed }) => failed > 0)) throw new Undone(summaries);
      return summaries;
    });
  } catch (error) {
    if (error instanceof Undone) return error.summaries;
    throw error;
  }
}

/** The keys of several fields by which records are looked up. */
function keysOf(files: readonly ImportFile[]): Map<Resource, string[][]> {
  const keys = new Map<Resource, string[][]>();
  for (const { resource, options } of files) {
    if (options.key.length > 1)
      keys.set(resource, [...(keys.get(resource) ?? []), [...options.key]]);
  }
  return keys;
}

/** Imports one file. */
export async function importRecords(parts: ImportParts, file: ImportFile, terms: ImportTerms = {}) {
  const summaries = await importFiles(parts, [file], terms);
  return summaries.get(file)!;
}

/** Thrown to undo the transaction of an atomic import. */
class Undone extends Error {
  readonly summaries: ImportSummary[];

  constructor(summaries: ImportSummary[]) {
    super('a row failed, so no rows are imported');
    for (const summary of summaries) {
      Object.assign(summary, { created: 0, updated: 0 });
      delete summary.referencesCreated;
    }
    this.summaries = summaries;
  }
}

async function importInto(
  target: ImportTarget,
  parts: ImportParts,
  files: readonly ImportFile[],
  terms: ImportTerms,
): Promise<ImportSummary[]> {
  const steps = createBatchWriter(target, terms);
  const pending = new Set(files.map((file) => file.resource.name));
  const waitingKeys = new Map<string, Set<string>>();
  const order = orderByReferences(
    parts.descriptor,
    files.map((file) => file.resource),
  );
  const runs = order.flatMap((resource) =>
    files
      .filter((file) => file.resource === resource)
      .map((file) => ({
        file,
        run: createImportRun({
          parts,
          target: steps.target,
          resource,
          options: file.options,
          pending,
          waitingKeys,
          observe: terms.observe,
          from: terms.progress?.from,
          isResumed: terms.isRepeatable === true || terms.progress?.from !== undefined,
        }),
      })),
  );
  // Only imports of a single file keep progress, so the waiting rows belong to the only resource.
  const waiting = terms.progress?.from?.waiting ?? [];
  if (waiting.length > 0) {
    waitingKeys.set(order[0]!.name, new Set(waiting.flatMap(({ names }) => names)));
  }
  for (const [at, { run, file }] of runs.entries()) {
    await readThrough(run, file.open, terms, steps);
    if (runs[at + 1]?.run.resource !== run.resource) pending.delete(run.resource.name);
  }
  // Rows in a ring are written without optional references, so resources that none requires come last.
  const last = orderByReferences(parts.descriptor, order, (field) => field.required);
  for (const { run, file } of last.flatMap((one) =>
    runs.filter(({ run }) => run.resource === one),
  )) {
    run.isLastPass = true;
    if (run.waiting.size > 0) await readThrough(run, file.open, terms, steps);
  }
  for (const { run } of runs) await steps.finish(run, () => setLateReferences(run));
  return files.map((file) => runs.find((one) => one.file === file)!.run.summary);
}

/** Reads the next batch while the last one is written. */
async function readThrough(run: ImportRun, open: OpenFile, terms: ImportTerms, steps: BatchWriter) {
  const start = run.isLastPass ? 0 : (terms.progress?.from?.row ?? 0);
  const read = createRowReader({ ...run.parts, resource: run.resource }, run.options);
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const all of readBatches(open, run)) {
      const rows = all.filter(({ row }) => row > start);
      if (rows.length < all.length) {
        await rememberKeys(run, all.filter(({ row }) => row <= start).map(read));
      }
      if (rows.length === 0) continue;
      const batch: ReadRow[] = [];
      for (const row of rows) {
        batch.push(read(row));
        await yieldToEventLoop();
      }
      await writing;
      terms.signal?.throwIfAborted();
      writing = steps.write(run, batch);
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

const BATCH = 1_000;
/** The most chunks in a batch, each of 64 KiB as files arrive: a batch of large records must not fill the memory. */
const BATCH_CHUNKS = 64;

async function* readBatches(open: OpenFile, run: ImportRun): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let taken = 0;
  for await (const rows of readFileRows(open, run.options.layout ?? plainLayout)) {
    for (const row of rows) {
      if (run.isLastPass && !run.waiting.has(row.row)) continue;
      if (batch.push(row) < BATCH) continue;
      yield batch;
      batch = [];
      taken = 0;
    }
    if (++taken < BATCH_CHUNKS || batch.length === 0) continue;
    yield batch;
    batch = [];
    taken = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Adds the default key to a file whose options name none. */
async function withKey(file: ImportFile): Promise<ImportFile> {
  if (file.options.key.length > 0) return file;
  // New records have their unique values checked one by one, and each problem names its field.
  const isCreated = file.options.mode === 'create';
  const key = isCreated ? ['_id'] : usualKey(file.resource, await fieldsOf(file));
  return { ...file, options: { ...file.options, key } };
}

/** The fields for which a file has columns; for a file without columns, those of its first record. */
async function fieldsOf({ open, options }: ImportFile): Promise<string[]> {
  const { layout = plainLayout, mapping, constants = new Map() } = options;
  const header = await readFileHeader(open, layout);
  const columns = header && 'columns' in header ? header.columns : await firstNames(open, layout);
  const fields = columns.map((name) => (mapping.has(name) ? mapping.get(name)?.field : name));
  return [...fields.filter((name) => name !== undefined), ...constants.keys()];
}

async function firstNames(...[open, layout]: Parameters<typeof readFileRows>): Promise<string[]> {
  for await (const rows of readFileRows(open, layout)) {
    for (const row of rows)
      if ('value' in row && isObject(row.value)) return Object.keys(row.value);
  }
  return [];
}
