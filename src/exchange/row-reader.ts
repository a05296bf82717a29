import { mayRead, referenceKey, writableFields } from '../descriptor/access.ts';
import { systemFields, type Resource } from '../descriptor/descriptor.ts';
import { checkField } from '../descriptor/field-check.ts';
import { checkJson, isObject } from '../descriptor/json-object.ts';
import { isRecordId } from '../descriptor/record-check.ts';
import type { Stamps } from '../descriptor/stamps.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import type { Field } from '../fields/field.ts';
import { problem, type Problem } from '../fields/problem.ts';
import type { Conversion } from './files/conversion.ts';
import { readCell } from './files/read-cell.ts';
import type { Cell } from './files/table-line.ts';
import type { RowOrigin } from './row-origin.ts';
import type { ColumnMapping, ImportOptions, ImportParts } from './import-parts.ts';
import type { FileRow } from './json-rows.ts';
import { readStamps } from './read-stamps.ts';
import { fromSpreadsheetText } from './spreadsheet-text.ts';

/** A row as far as it can be understood without the database. */
export type ReadRow = {
  row: number;
  line?: number | undefined;
  id?: string;
  /** The version the row is based on, where the file says so. */
  version?: number;
  /** Checked, in the form the store keeps. */
  values: Record<string, unknown>;
  /** References as written, by field: keys or ids of records elsewhere. */
  references: Map<Field, unknown>;
  problems: Problem[];
  /** Of a backup: the version and stamps it had. */
  stamps?: Stamps | undefined;
  /** As it stood in the file, for what is wrong with it. */
  origin?: RowOrigin;
};

/** The column in which a file of rows that failed says why; it is no field, and no problem either. */
export const PROBLEMS = '_problems';

/** Of the columns in which an export says what a reference is called, beside its key; an import has no need of them. */
export const TITLE_SUFFIX = '._title';

type Reading = Pick<ImportParts, 'descriptor' | 'role' | 'restore'> & { resource: Resource };

/** What a column of the file is. */
type Column =
  | {
      is: 'field' | 'reference';
      field: Field;
      conversion: Conversion;
      key?: Field | undefined;
      /** An empty text, which only somebody past the API can have written, comes back as the one it was. */
      keepsEmpty?: boolean;
    }
  | { is: '_id' | '_version' | 'nothing' }
  | { is: 'wrong'; problem: Problem };

/**
 * Makes the function that checks one row of a file: each column against its field, as the role may write it.
 * A column is never dropped in silence: it is a field, left out by the mapping, or a problem. Only what
 * the server writes itself (stamps, read-only fields) may stand in a file and is not taken, for every export has it.
 */
export function createRowReader(
  reading: Reading,
  { mapping, constants = new Map() }: Pick<ImportOptions, 'mapping' | 'constants'>,
): (row: FileRow) => ReadRow {
  const columns = new Map<string, Column>();
  const columnsOf = new Map<string, string>();
  const columnOf = (name: string): Column => {
    let column = columns.get(name);
    if (!column) {
      column = toColumn(reading, mapping, name);
      // Unknown names come from outside and have no end.
      if (column.is !== 'wrong') columns.set(name, column);
      if ('field' in column) columnsOf.set(column.field.name, name);
    }
    return column;
  };
  const same = toConstants(reading, constants);
  return (row) => {
    const read = readRow(row, columnOf);
    if ('problem' in row) return read;
    takeConstants(read, same);
    if (reading.restore) read.stamps = readStamps(row.value);
    read.origin = { cells: row.value, columnsOf };
    return read;
  };
}

/** More than any resource has; a suggestion is looked for in vain for each of them. */
const MAX_COLUMNS = 1_000;

function readRow(file: FileRow, columnOf: (name: string) => Column): ReadRow {
  const references = new Map<Field, unknown>();
  const { row, line } = file;
  const read: ReadRow = { row, line, values: {}, references, problems: [] };
  if ('problem' in file) return { ...read, problems: [file.problem] };
  if (!isObject(file.value)) {
    return { ...read, problems: [problem('V002', '', { expected: 'object' })] };
  }
  read.problems.push(...checkJson(file.value, ''));
  if (read.problems.length > 0) return read;

  const names = Object.keys(file.value);
  if (names.length > MAX_COLUMNS) {
    return { ...read, problems: [problem('V016', '', { max: MAX_COLUMNS })] };
  }
  const takenFrom = new Map<Field, string>();
  for (const name of names) {
    const column = columnOf(name);
    const value = file.value[name];
    if (column.is === 'wrong') {
      read.problems.push(column.problem);
    } else if ('field' in column) {
      const { field } = column;
      const first = takenFrom.get(field);
      takenFrom.set(field, name);
      if (first !== undefined)
        read.problems.push(problem('I012', field.name, { first, second: name }));
      else if (file.cells) takeCell(read, column, value as Cell, file.cells === 'typed');
      else if (column.keepsEmpty && value === '') read.values[field.name] = value;
      else take(read, column, value);
    } else if (column.is !== 'nothing') {
      const { is } = column;
      takeSystemField(read, is, file.cells ? fromCell(is, value as Cell) : value);
    }
  }
  return read;
}

type FieldColumn = Extract<Column, { field: Field }>;

function takeCell(read: ReadRow, column: FieldColumn, cell: Cell, isTyped: boolean): void {
  const found = readCell(column.field, cell, isTyped, column.conversion);
  if ('problem' in found) read.problems.push(found.problem);
  else take(read, column, column.key ? toKeys(column.key, found.value) : found.value);
}

/** Keys as their field has them: those of a number are numbers. */
function toKeys(key: Field, written: unknown): unknown {
  if (Array.isArray(written)) return written.map((one) => toKeys(key, one));
  return typeof written === 'string' ? key.kind.text.read(written, key.settings) : written;
}

/** What every row gets, unless a column of the file says it too. */
function takeConstants(read: ReadRow, constants: readonly Constant[]): void {
  for (const { column, text } of constants) {
    const { field } = column;
    if (field.name in read.values || read.references.has(field)) {
      read.problems.push(problem('I012', field.name, { first: field.name, second: text }));
    } else takeCell(read, column, text.replaceAll('{row}', String(read.row)), true);
  }
}

type Constant = { column: FieldColumn; text: string };

function toConstants(reading: Reading, constants: ReadonlyMap<string, string>): Constant[] {
  return [...constants].flatMap(([name, text]) => {
    const column = toColumn(reading, new Map(), name);
    return 'field' in column ? [{ column, text }] : [];
  });
}

function take(read: ReadRow, { is, field }: FieldColumn, value: unknown): void {
  if (is === 'reference') read.references.set(field, value);
  else takeValue(read, field, value);
}

function takeValue(read: ReadRow, field: Field, value: unknown): void {
  const checked = checkField(field, value);
  if ('problems' in checked) read.problems.push(...checked.problems);
  else read.values[field.name] = checked.value;
}

/** A table has its version as a text too. */
function fromCell(name: '_id' | '_version', cell: Cell): unknown {
  if (cell === null || cell === '' || cell instanceof Date) return cell;
  return name === '_id' ? fromSpreadsheetText(String(cell)).trim() : Number(cell);
}

function takeSystemField(read: ReadRow, name: '_id' | '_version', value: unknown): void {
  if (value === null || value === '') return;
  if (name === '_id') {
    if (isRecordId(value)) read.id = value;
    else read.problems.push(problem('V002', name, { expected: 'newId' }));
  } else if (Number.isSafeInteger(value)) read.version = value as number;
  else read.problems.push(problem('V017', name));
}

function toColumn(
  { descriptor, role, resource, restore }: Reading,
  mapping: ColumnMapping,
  name: string,
): Column {
  const { field: path, ...conversion } = mapping.get(name) ?? { field: name };
  if (mapping.get(name) === null || path === PROBLEMS) return { is: 'nothing' };
  if (path === '_id' || path === '_version') return { is: path };
  if ((systemFields as readonly string[]).includes(path)) return { is: 'nothing' };
  const field = resource.fields.get(path);
  if (!field && isTitleColumn(resource, path)) return { is: 'nothing' };
  if (!field) {
    const hint = suggestHint(name, writableFields(descriptor, role, resource));
    return { is: 'wrong', problem: problem('I002', name, {}, hint) };
  }
  if (!mayRead(descriptor, role, resource, path)) {
    return { is: 'wrong', problem: problem('A008', path, { role }) };
  }
  // What is computed is compared with what the record has (`row-plan.ts`).
  if (field.readOnly && field.computed === undefined && !restore) return { is: 'nothing' };
  const relation = field.kind.relation?.(field.settings);
  if (!relation) {
    const { sql, many } = field.kind.column(field.settings);
    const keepsEmpty = restore !== undefined && sql === 'text' && !many;
    return { is: 'field', field, conversion, keepsEmpty };
  }
  const to = descriptor.resources.get(relation.to);
  const key = to?.fields.get(referenceKey(descriptor, role, to));
  // What is called by a number is called by its text, a key of a number is one.
  const isKey = (mapping.get(name)?.by ?? 'key') === 'key';
  return { is: 'reference', field, conversion, key: isKey ? key : undefined };
}

function isTitleColumn({ fields }: Resource, path: string): boolean {
  const field = path.endsWith(TITLE_SUFFIX)
    ? fields.get(path.slice(0, -TITLE_SUFFIX.length))
    : undefined;
  return field?.kind.relation !== undefined;
}
