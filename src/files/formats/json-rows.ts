import type { ShownNumber } from './xlsx-formats.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { createListWalk, EACH_MEMBER, WHOLE_OBJECT } from './json-lists.ts';
import { createJsonSplitter, type SplitOptions, type SplitRecord } from './json-splitter.ts';

/**
 * One record of a file, counted from 1, or the problem in its place. A row of a table
 * has `cells`, whose meaning their fields determine: texts, or typed values of a
 * workbook. `errors` are the columns whose cells hold a spreadsheet error.
 */
export type FileRow = {
  row: number;
  /** For tables: the line in the file or the sheet, counting blank rows and rows above the names. */
  line?: number;
  /** The place in the file of the cell that the row was made of, and its row there. */
  source?: CellSource;
  /** The number for `{row}`, if it is not that of the row. */
  number?: number;
  /** Warnings about how the row is written. */
  warnings?: readonly Problem[];
} & (
  | {
      value: unknown;
      cells?: 'texts' | 'typed';
      errors?: readonly string[];
      /** By column, the formulas without a result. */
      unsolved?: ReadonlyMap<string, string>;
      /** By column, what a spreadsheet program shows for numbers, if it differs. */
      shown?: ReadonlyMap<string, ShownNumber>;
      /** The columns for which a row of texts has no cells. */
      lacking?: readonly string[];
      /** For a record of JSON: the members that are texts as in a table, because a step or a person wrote them. */
      texts?: readonly string[];
      /** The cells that steps have changed. */
      stepped?: readonly SteppedCell[];
    }
  | { problem: Problem }
);

type ValueRow = Extract<FileRow, { value: unknown }>;

/** What a file says of the cells of a row, without those that a step or a person has replaced. */
export function marksWithout(
  { errors, unsolved }: ValueRow,
  isReplaced: (column: string) => boolean,
): Pick<ValueRow, 'errors' | 'unsolved'> {
  return {
    ...(errors && { errors: errors.filter((column) => !isReplaced(column)) }),
    ...(unsolved && {
      unsolved: new Map([...unsolved].filter(([column]) => !isReplaced(column))),
    }),
  };
}

/** The problem in the place of a row. */
export function toWrongRow({ row, line }: FileRow, wrong: Problem): FileRow {
  return { row, ...(line !== undefined && { line }), problem: wrong };
}

/** The row and the column of a cell in a file of which each cell becomes a row. */
export type CellSource = { row: number; column: string };

/** A cell before and after all steps; undefined stands for a column that was not there. */
export type SteppedCell = { column: string; old: unknown; new: unknown };

/**
 * Reads the records of a JSON array, of a JSON object at a path, or of NDJSON. Records after an error in
 * the array itself are lost.
 */
export async function* readJsonRows(
  chunks: AsyncIterable<Uint8Array>,
  options: SplitOptions = {},
): AsyncGenerator<FileRow[]> {
  const splitter = createJsonSplitter(options);
  let row = 0;
  const toRow = (piece: SplitRecord): FileRow => {
    row++;
    if ('problem' in piece) return { row, problem: piece.problem };
    return options.path === EACH_MEMBER
      ? parseMember(row, piece.bytes)
      : parseRow(row, piece.bytes);
  };

  for await (const chunk of chunks) {
    const pieces = splitter.push(chunk);
    if (pieces.length > 0) yield pieces.map(toRow);
    if (pieces.some(isFatal)) return;
  }
  const last = splitter.end();
  if (last.length > 0) yield last.map(toRow);
}

/** The problem of a file whose object has no list of records at the path. Reads no further than that list. */
export async function findNoList(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Problem | undefined> {
  const splitter = createJsonSplitter({ path });
  const walk = createListWalk(path);
  const toProblem = (pieces: SplitRecord[]) => pieces.find(isFatal)?.problem;
  for await (const chunk of chunks) {
    walk.read(chunk);
    if (walk.state() === 'found') return undefined;
    const pieces = splitter.push(chunk);
    if (pieces.length > 0) return toProblem(pieces);
  }
  return toProblem(splitter.end());
}

/**
 * Scans a file before anything of it is imported: counts its records, or finds why it
 * cannot be read to its end. A truncated file is rejected as a whole. The records of a file that is one object
 * are at `path`: its members if these are objects that are alike, else in the first list of objects that it has, else
 * its members if these are objects, else itself. With
 * `isLines` each line is a record, also an only one.
 */
export function createJsonScan(options: { mayBeEmpty?: boolean; isLines?: boolean } = {}) {
  const splitter = createJsonSplitter(options);
  const walk = options.isLines ? undefined : createListWalk();
  let rows = 0;
  let fatal: Problem | undefined;
  const count = (pieces: SplitRecord[]) => {
    rows += pieces.length;
    for (const piece of pieces) if (isFatal(piece)) fatal ??= piece.problem;
  };
  return {
    push(chunk: Uint8Array): void {
      walk?.read(chunk);
      if (!fatal) count(splitter.push(chunk));
    },
    end(): { rows?: number; path?: string } | { problem: Problem } {
      if (!fatal) count(splitter.end());
      const path = walk && findPath(walk, fatal);
      if (path !== undefined) return { path };
      // Lines with a record each leave the first object behind, and the walk ends with it.
      if (walk?.state() === 'reading' && walk.paths().length > 0) fatal = problem('I007', '');
      return fatal ? { problem: fatal } : { rows };
    },
  };
}

/** Where the records of an object are; undefined for other files. */
function findPath(
  walk: ReturnType<typeof createListWalk>,
  fatal: Problem | undefined,
): string | undefined {
  if (walk.state() !== 'over') return undefined;
  const [list] = walk.paths();
  // A list in one of several records is a part of this record.
  if (list !== undefined && !walk.areMembers('alike')) return list;
  if (walk.areMembers('objects')) return EACH_MEMBER;
  // On a single line it is the only record of NDJSON.
  return fatal?.code === 'I008' ? WHOLE_OBJECT : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A member of an object, `"107-07-3": {…}`, as a record with its name, which it must not call otherwise itself. */
function parseMember(row: number, bytes: Uint8Array): FileRow {
  const member = parseRow(row, Buffer.concat([BEFORE_MEMBER, bytes, AFTER_MEMBER]));
  if (!('value' in member)) return member;
  const [[_key, value] = []] = Object.entries(member.value as object);
  if (!isObject(value)) return { ...member, value };
  const named = { _key, ...value };
  return named._key === _key
    ? { ...member, value: named }
    : { row, problem: problem('I022', '', { name: '_key' }) };
}

const BEFORE_MEMBER = new TextEncoder().encode('{');
const AFTER_MEMBER = new TextEncoder().encode('}');

function parseRow(row: number, bytes: Uint8Array): FileRow {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { row, problem: problem('I010', '', { encoding: 'utf-8' }) };
  }
  try {
    return { row, value: JSON.parse(text) };
  } catch (error) {
    const reason = (error as SyntaxError).message;
    return { row, problem: problem('I001', '', { format: 'JSON', reason }) };
  }
}

function isFatal(piece: SplitRecord): piece is { problem: Problem; fatal: true } {
  return 'problem' in piece && piece.fatal;
}
