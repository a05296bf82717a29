import { isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { toWrongRow, type FileRow } from '../../formats/json-rows.ts';
import { isNothing as isEmptyCell } from '../../formats/table-rows.ts';
import type { FileList } from './list-columns.ts';

/** What a row of a file has: values of a record, if it begins one, and for each child list a record of that list. */
export type SplitRow = {
  row: number;
  own: FileRow | undefined;
  lists: readonly (FileRow | undefined)[];
  /** The row that began the record to which the records of the lists belong. */
  head: number;
};

/**
 * Splits the rows of a file in which a record takes several rows, one for each record of its child lists. A row
 * continues the record above if its own cells are empty, or name the same record. `keysOf` tells which columns name it,
 * the surest first.
 */
export function createRowSplitter(
  lists: readonly FileList[],
  keysOf: (columns: readonly string[]) => readonly (readonly string[])[],
): (row: FileRow) => SplitRow {
  let head: Head | undefined;
  const isListed = (name: string) => lists.some(({ columns }) => columns.has(name));
  return (row) => {
    if (lists.length === 0 || 'problem' in row || !isObject(row.value)) {
      head = undefined;
      return { row: row.row, own: row, lists: [], head: row.row };
    }
    const cells = pick(row.value, (name) => !isListed(name));
    if (beginsRecord(head, cells)) head = { row: row.row, cells, keys: keysOf(Object.keys(cells)) };
    const begins = head?.row === row.row;
    const wrong = head ? findDifference(head.cells, cells) : problem('I064', '');
    const others = lists.map(({ columns }) =>
      pick(row.value as JsonObject, (name) => columns.has(name)),
    );
    return {
      row: row.row,
      own: begins || (wrong && others.every(isBlank)) ? part(row, cells, wrong) : undefined,
      lists: others.map((own) =>
        isBlank(own) ? undefined : part(row, own, begins ? undefined : wrong),
      ),
      head: head?.row ?? row.row,
    };
  };
}

/** The part of a row with these cells, or the problem in its place. */
function part(row: FileRow, cells: JsonObject, wrong: Problem | undefined): FileRow {
  if (wrong) return toWrongRow(row, wrong);
  const { errors = [], warnings = [], ...rest } = row as Extract<FileRow, { value: unknown }>;
  const own = errors.filter((name) => Object.hasOwn(cells, name));
  return {
    ...rest,
    value: cells,
    ...(own.length > 0 && { errors: own }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The first row of a record. */
type Head = { row: number; cells: JsonObject; keys: readonly (readonly string[])[] };

/** Whether the cells begin a record, and do not name the same one as the row above. */
function beginsRecord(head: Head | undefined, cells: JsonObject): boolean {
  if (isBlank(cells)) return false;
  if (!head) return true;
  const named = head.keys.find((columns) => columns.every((name) => !isNothing(head.cells[name])));
  const names = named ?? Object.keys(cells);
  return !names.every((name) => isSame(head.cells[name], cells[name]));
}

/** The first cell of a further row that says something else than the first row of its record. */
function findDifference(head: JsonObject, cells: JsonObject): Problem | undefined {
  const name = Object.keys(cells).find(
    (each) => !isNothing(cells[each]) && !isSame(head[each], cells[each]),
  );
  return name === undefined
    ? undefined
    : problem('I062', '', { column: name, value: textOf(head[name]) });
}

function pick(value: JsonObject, is: (name: string) => boolean): JsonObject {
  // A null prototype, as in the rows of tables.
  const cells = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(value)) if (is(name)) cells[name] = value[name];
  return cells;
}

function isBlank(cells: JsonObject): boolean {
  return Object.values(cells).every(isNothing);
}

/** Rows of texts lack the cells at their end. */
function isNothing(cell: unknown): boolean {
  return cell === undefined || isEmptyCell(cell);
}

function isSame(one: unknown, other: unknown): boolean {
  return isNothing(one) ? isNothing(other) : textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (isNothing(value)) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}
