import { requireEntry } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type {
  ImportOptions,
  ImportParts,
  ImportTarget,
  ImportTerms,
  OpenFile,
} from './import-parts.ts';
import { mappingAfter } from './rows/after-steps.ts';
import { allRuns, createBatchWriter, createFileRuns, sumUp } from './write/file-runs.ts';
import { hasFailures, type ImportSummary } from './import-summary.ts';
import { createFlattener } from './rows/flatten-row.ts';
import { findFileLists } from './rows/list-columns.ts';
import { reportMissing } from './rows/mended-cells.ts';
import { createSightings, treatMissing } from './plan/missing-records.ts';
import type { FileSource } from './write/place-files.ts';
import { readThrough } from './read-through.ts';
import { fieldNameOf } from './rows/row-columns.ts';
import { plainLayout } from '../formats/file-layout.ts';
import { readFileRows, readFileHeader } from '../formats/read-file.ts';
import { createImportState } from './plan/import-state.ts';
import { setLateReferences } from './plan/late-references.ts';
import { orderByReferences } from './plan/reference-order.ts';
import { createDryRun } from './plan/dry-run.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { usualKey } from './import-keys.ts';
import { columnsAfter } from '../steps/step.ts';

/** The records of one resource, in any format. */
export type ImportFile = {
  resource: Resource;
  open: OpenFile;
  options: ImportOptions;
  /** The files that come with the rows, whose paths its cells can name; absent: cells name files by id. */
  files?: FileSource | undefined;
};

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
  const completed = await Promise.all(
    given.map(async (file) => [file, await complete(parts, file)] as const),
  );
  const files = completed.map(([, file]) => file);
  const [first, ...others] = files;
  const importAll = (into: ImportParts): Promise<Summaries> =>
    first?.options.missing && others.length === 0
      ? importWhole(into, first, terms)
      : importKeyed(into, files, terms);
  const isTogether = terms.atomic === true && terms.dryRun !== true;
  const summaries = await (isTogether ? importTogether(parts, importAll) : importAll(parts));
  return new Map(completed.map(([file, whole]) => [file, requireEntry(summaries, whole)]));
}

type Summaries = Map<ImportFile, ImportSummary>;

/** Imports a file that has all records of a part of its collection, and treats those that it lacks. */
async function importWhole(
  parts: ImportParts,
  file: ImportFile,
  terms: ImportTerms,
): Promise<Summaries> {
  const seen = createSightings(terms.observe);
  const summaries = await importKeyed(parts, [file], { ...terms, observe: seen.observe });
  const summary = requireEntry(summaries, file);
  const resumedSightings = createSightings(undefined);
  // A run that went on has not seen the rows before it.
  const isWhole = terms.progress?.from === undefined;
  if (!isWhole) {
    const { signal } = terms;
    await importKeyed(parts, [file], {
      dryRun: true,
      ...(signal && { signal }),
      observe: resumedSightings.observe,
    });
  }
  const run = { summary, seen: isWhole ? seen : resumedSightings, terms };
  const missing = await treatMissing(parts, file, run, importRecords);
  return new Map([[file, { ...summary, ...(missing && { missing }) }]]);
}

/** Imports in one transaction, which is undone if a row or a missing record fails. */
async function importTogether(
  parts: ImportParts,
  importAll: (into: ImportParts) => Promise<Summaries>,
): Promise<Summaries> {
  try {
    return await parts.target.transaction(async (inside, sql) => {
      const target = { ...inside, transaction: runInside };
      const summaries = await importAll({ ...parts, target });
      if ([...summaries.values()].some(hasFailures)) throw new Undone(summaries);
      return summaries;

      function runInside<T>(run: (same: ImportTarget, sql: unknown) => Promise<T>): Promise<T> {
        return run(inside, sql);
      }
    });
  } catch (error) {
    if (error instanceof Undone) return error.summaries;
    throw error;
  }
}

/** Imports files whose key is known, in a dry run into a target that writes nothing. */
async function importKeyed(parts: ImportParts, files: readonly ImportFile[], terms: ImportTerms) {
  if (terms.dryRun) {
    const { earlier = [], signal } = terms;
    const before = await Promise.all(
      earlier.map(async (one) => ({ ...one, file: await complete(parts, one.file) })),
    );
    const all = [...before.map(({ file }) => file), ...files];
    const target = createDryRun(parts.target, keysOf(all), parts.isComing);
    for (const { file, newId } of before)
      await importInto(target, { ...parts, newId }, [file], {
        dryRun: true,
        ...(signal && { signal }),
      });
    return importInto(target, parts, files, terms);
  }
  return importInto(parts.target, parts, files, terms);
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
  return requireEntry(summaries, file);
}

/** Thrown to undo the transaction of an atomic import. */
class Undone extends Error {
  readonly summaries: Summaries;

  constructor(summaries: Summaries) {
    super('a row failed, so no rows are imported');
    for (const summary of summaries.values()) {
      Object.assign(summary, { created: 0, updated: 0 });
      delete summary.referencesCreated;
      if (summary.missing) summary.missing = { ...summary.missing, changed: 0 };
    }
    this.summaries = summaries;
  }
}

async function importInto(
  target: ImportTarget,
  parts: ImportParts,
  files: readonly ImportFile[],
  terms: ImportTerms,
): Promise<Summaries> {
  const steps = createBatchWriter(target, terms);
  const opened = await Promise.all(
    files.map(async (file) => ({ file, lists: await listsOf(parts, file) })),
  );
  const state = createImportState(
    opened.flatMap(({ file, lists }) => [
      file.resource.name,
      ...lists.map(({ child }) => child.name),
    ]),
  );
  const resources = files.map(({ resource }) => resource);
  const order = orderByReferences(parts.descriptor, resources);
  const shared = { parts, target: steps.target, state };
  const runsByFile = new Map(opened.map((one) => [one.file, createFileRuns(shared, one, terms)]));
  const byResource = Map.groupBy(runsByFile, ([{ resource }]) => resource);
  const inOrder = (of: readonly Resource[]) =>
    of.flatMap((resource) => byResource.get(resource) ?? []);
  for (const resource of order) {
    for (const [{ open }, runs] of inOrder([resource])) {
      await readThrough(open, runs, terms, steps);
      for (const { run } of runs.lists) state.endReading(run.resource.name);
    }
    state.endReading(resource.name);
  }
  state.enter('lastPass');
  // Rows in a ring are written without optional references, so resources that none requires come last.
  const last = orderByReferences(parts.descriptor, order, (field) => field.required);
  for (const [{ open }, runs] of inOrder(last))
    if (allRuns(runs).some((run) => run.waiting.size > 0))
      await readThrough(open, runs, terms, steps);
  state.enter('linking');
  for (const [, runs] of inOrder(order))
    for (const run of allRuns(runs)) await steps.finish(runs, () => setLateReferences(run));
  for (const [, { own, heads, mender }] of inOrder(order)) {
    heads.flush();
    reportMissing(own.summary, mender, terms.observe);
  }
  return new Map([...runsByFile].map(([file, runs]) => [file, sumUp(runs)]));
}

/** The child lists for which the file has columns. Records of a backup have files of their own. */
async function listsOf(parts: ImportParts, { resource, open, options }: ImportFile) {
  const header = parts.restore
    ? undefined
    : await readFileHeader(open, options.layout ?? plainLayout);
  return header && 'columns' in header
    ? findFileLists(parts, resource, columnsAfter(header.columns, options.steps ?? []), options)
    : [];
}

/** Completes the options of a file: its mapping after the steps, and the default key if they name none. */
async function complete(parts: ImportParts, given: ImportFile): Promise<ImportFile> {
  const { steps = [], mapping } = given.options;
  const file = { ...given, options: { ...given.options, mapping: mappingAfter(steps, mapping) } };
  if (file.options.key.length > 0) return file;
  // New records have their unique values checked one by one, and each problem names its field.
  const isCreated = file.options.mode === 'create';
  const key = isCreated ? ['_id'] : usualKey(file.resource, await fieldsOf(parts, file));
  return { ...file, options: { ...file.options, key } };
}

/** The fields for which a file has columns; for a file without columns, those of its first record. */
async function fieldsOf(parts: ImportParts, file: ImportFile): Promise<string[]> {
  const { open, options } = file;
  const { layout = plainLayout, mapping, constants = new Map(), steps = [] } = options;
  const header = await readFileHeader(open, layout);
  const read = header && 'columns' in header ? header.columns : await firstNames(parts, file);
  const columns = columnsAfter(read, steps);
  const context = { ...parts, ...file };
  const fields = columns.flatMap((name) => fieldNameOf(context, mapping, name) ?? []);
  return [...fields, ...constants.keys()];
}

async function firstNames(parts: ImportParts, { open, options, ...file }: ImportFile) {
  const flatten = createFlattener({ ...parts, ...file }, options.mapping);
  for await (const rows of readFileRows(open, options.layout ?? plainLayout)) {
    for (const row of rows.map(flatten))
      if ('value' in row && isObject(row.value)) return Object.keys(row.value);
  }
  return [];
}
