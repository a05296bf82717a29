import type { Resource } from '../../../descriptor/descriptor.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { FileValue } from '../../../fields/files/file-value.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { recordIdPattern } from '../../../fields/text/record-id.ts';
import type { ImportRun } from '../import-run.ts';
import { addChecked } from '../rows/checked-values.ts';
import type { ReadRow } from '../rows/row-reader.ts';

/** The files that come with the rows of an import, in a ZIP. */
export type FileSource = {
  /** The files with these ids that the importing user may name in records. */
  known(ids: readonly string[]): Promise<ReadonlyMap<string, FileValue>>;
  /** Finds the file that a cell names, and returns its path; undefined if the ZIP has no such file. */
  find(written: string): string | undefined;
  /** Whether the file at a path has the bytes of another one. */
  isSame(path: string, file: FileValue): Promise<boolean>;
  /** Stores the file at a path for a field, once; or why the field cannot have it. A dry run stores nothing. */
  accept(resource: Resource, field: Field, path: string): Promise<FileValue | Problem>;
};

/** The files of one field as a row has them: as it names them, and the paths beside them. */
export type RowFiles = { named?: readonly unknown[]; paths?: readonly string[] };

type Run = Pick<ImportRun, 'files' | 'options' | 'resource' | 'target'>;

/**
 * Gives rows the files that their cells name, before they are written. An id stands for a file as long as the ZIP has
 * no other content for it, so that an export that was not changed changes nothing.
 */
export async function placeFiles(run: Run, rows: readonly ReadRow[]): Promise<void> {
  const { files, options } = run;
  if (!files) return;
  const isLeftOut = ({ row, warnings }: ReadRow) =>
    options.leaveOut?.has(row) === true || (options.warnings === 'leaveOut' && warnings.length > 0);
  const rowsWithFiles = rows.flatMap((read) =>
    read.files && !isLeftOut(read) ? [{ read, fields: [...read.files] }] : [],
  );
  if (rowsWithFiles.length === 0) return;
  await withOpenTransaction(run, async () => {
    const allFields = rowsWithFiles.flatMap(({ fields }) => fields);
    const ids = allFields.flatMap(([, { named = [] }]) => named.flatMap((one) => idOf(one) ?? []));
    const filesById = await files.known([...new Set(ids)]);
    for (const { read, fields } of rowsWithFiles)
      for (const [field, of] of fields)
        await placeField({ ...run, files, filesById }, read, field, of);
  });
}

type Placing = Run & { files: FileSource; filesById: ReadonlyMap<string, FileValue> };

async function placeField(
  placing: Placing,
  read: ReadRow,
  field: Field,
  { named = [], paths = [] }: RowFiles,
): Promise<void> {
  const placed: unknown[] = [];
  let isWhole = true;
  for (let at = 0; at < Math.max(named.length, paths.length); at++) {
    const result = await placeFile(placing, field, named[at], paths[at]);
    if ('problem' in result) {
      const value = paths[at];
      read.problems.push({ ...result.problem, path: field.name, ...(value && { value }) });
      isWhole = false;
    } else placed.push(result.file);
  }
  const { many = false } = field.kind.column(field.settings);
  // Several paths for one file are for its field to refuse.
  const value = many || placed.length > 1 ? placed : (placed[0] ?? null);
  if (isWhole) addChecked(read, field, value, false);
}

async function placeFile(
  { files, filesById, resource }: Placing,
  field: Field,
  named: unknown,
  path: string | undefined,
): Promise<{ file: unknown } | { problem: Problem }> {
  const id = idOf(named);
  const own = id === undefined ? undefined : filesById.get(id);
  const beside = path ? files.find(path) : undefined;
  if (own && (beside === undefined || (await files.isSame(beside, own)))) return { file: named };
  const at = beside ?? findNamed(files, named);
  if (at !== undefined) {
    const file = await files.accept(resource, field, at);
    return 'code' in file ? { problem: file } : { file };
  }
  // The store says why the writer cannot name this one.
  if (id !== undefined && !path) return { file: named };
  return { problem: problem('I067', '', { value: path ?? textOf(named) }) };
}

function findNamed(files: FileSource, named: unknown): string | undefined {
  return typeof named === 'string' ? files.find(named) : undefined;
}

function textOf(named: unknown): string {
  return typeof named === 'string' ? named : JSON.stringify(named);
}

function idOf(named: unknown): string | undefined {
  const id = isObject(named) ? named['id'] : named;
  return typeof id === 'string' && recordIdPattern.test(id) ? id : undefined;
}

/** In milliseconds; an atomic import waits in its transaction, which the database would end. */
const SIGN_OF_LIFE = 15_000;

async function withOpenTransaction(
  { target, resource }: Run,
  work: () => Promise<void>,
): Promise<void> {
  const ask = () => void target.findMany(resource, '_id', ['-'], []).catch(() => undefined);
  const timer = setInterval(ask, SIGN_OF_LIFE);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
