import { checkJson, isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import type { Resource, Stamps } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isBareNumber } from '../../../fields/text/bare-number.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { qualifierOf, splitQualifier } from '../../../fields/type/qualifier-of.ts';
import { columnsOfStep } from '../../steps/step.ts';
import { readCell, type CellOrigin } from '../../formats/read-cell.ts';
import { MAX_COLUMNS } from '../../formats/file-layout.ts';
import type { Cell } from '../../formats/table-rows.ts';
import type { Proposal, RowOrigin } from './row-outcome.ts';
import {
  addChecked,
  addQualifiers,
  isShortened,
  proposeValue,
  withoutNumber,
} from './checked-values.ts';
import { addSystemField, fromCell, readStamps } from './system-values.ts';
import type { ImportOptions } from '../import-parts.ts';
import type { FileRow } from '../../formats/json-rows.ts';
import {
  pathColumn,
  toColumn,
  type Column,
  type FieldColumn,
  type ColumnContext,
} from './row-columns.ts';
import { addList, toKeys, type ListCell } from './list-members.ts';
import type { RowFiles } from '../write/place-files.ts';
import { leavesField } from './cell-writes.ts';
import { countTooMany, fitList } from './flatten-row.ts';

/** A row as far as it can be understood without the database. */
export type ReadRow = {
  row: number;
  line?: number | undefined;
  /** The number for `{row}`, if it is not that of the row. */
  number?: number | undefined;
  id?: string;
  /** The version on which the row is based, if the file has it. */
  version?: number;
  /** The checked values, in stored form. */
  values: Record<string, unknown>;
  /** The references as written, by field: keys or IDs of other records. */
  references: Map<Field, unknown>;
  /** The cells that may name one record or several, by field, until `readLists` decides. */
  lists?: Map<Field, ListCell>;
  /** The files as written, by field, until `placeFiles` finds them. */
  files?: Map<Field, RowFiles>;
  problems: Proposal[];
  /** Warnings, which do not stop the row. */
  warnings: Proposal[];
  /** For a backup: the version and the stamps of the record. */
  stamps?: Stamps | undefined;
  /** The row as it is in the file, to locate its problems. */
  origin?: RowOrigin;
};

type ReadOptions = Pick<ImportOptions, 'mapping' | 'constants' | 'take' | 'steps'>;

/**
 * Creates the function that checks one row of a file: each column against its field, with the rights of the
 * role. No column is dropped silently: it is a field, left out by the mapping, or a problem. Only values
 * that the server writes itself (stamps, read-only fields) are ignored, because every export has them.
 */
export function createRowReader(
  reading: ColumnContext,
  { mapping, constants = new Map(), take, steps = [] }: ReadOptions,
): (row: FileRow) => ReadRow {
  const columns = new Map<string, Column>();
  const columnsOf = new Map<string, string>();
  const columnOf = (name: string): Column => {
    let column = columns.get(name);
    if (!column) {
      column = toColumn(reading, mapping, name);
      // Unknown names are untrusted and unlimited in number, so they are not cached.
      if (column.is !== 'wrong') columns.set(name, column);
      if ('field' in column && (column.is !== 'paths' || !columnsOf.has(column.field.name)))
        columnsOf.set(column.field.name, name);
    }
    return column;
  };
  const same = toConstants(reading, constants);
  const inSteps = new Set(steps.flatMap((step) => columnsOfStep(step).from));
  /** A warning about a column matters if the column is read, by a field or by a step. */
  const matters = (row: FileRow, { path }: Problem): boolean =>
    path === '' ||
    inSteps.has(path) ||
    ('value' in row &&
      isObject(row.value) &&
      Object.hasOwn(row.value, path) &&
      columnOf(path).is !== 'nothing');
  const isRead = (name: string): boolean => {
    const { is } = columnOf(name);
    return inSteps.has(name) || (is !== 'nothing' && is !== 'wrong');
  };
  const { resource } = reading;
  const { timeZone } = resource;
  return (row) => {
    const takes = take === 'all' || take?.has(row.row) === true;
    const warnings = row.warnings?.filter((one) => matters(row, one)) ?? [];
    const read = readRow({ ...row, warnings }, columnOf, { takes, resource });
    if ('problem' in row) return read;
    const lacking = findLacking(row).filter(isRead);
    if (lacking.length > 0)
      read.warnings.push(problem('I050', '', { columns: lacking.join(', ') }));
    addConstants(read, same);
    if (reading.restore) read.stamps = readStamps(row.value, timeZone);
    const { errors, stepped, source } = row;
    read.origin = { cells: row.value, columnsOf, errors, stepped, source };
    return read;
  };
}

/** The columns for which a row has no cell, although it is not cut off before them for a person who mended it. */
function findLacking(row: FileRow): readonly string[] {
  if (!('value' in row) || !isObject(row.value)) return [];
  const { lacking = [], value } = row;
  return lacking.filter((name) => !Object.hasOwn(value as object, name));
}

function isNothing(value: unknown): boolean {
  return value === null || value === '';
}

function readRow(
  file: FileRow,
  columnOf: (name: string) => Column,
  { takes, resource }: { takes: boolean; resource: Resource },
): ReadRow {
  const references = new Map<Field, unknown>();
  const { row, line, number, warnings = [] } = file;
  const read: ReadRow = {
    row,
    line,
    number,
    values: {},
    references,
    problems: [],
    warnings: [...warnings],
  };
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
  const { timeZone } = resource;
  const reading = {
    read,
    file,
    members: file.value,
    takes,
    timeZone,
    resource,
    takenFrom: new Map(),
    qualifiers: new Map(),
  };
  for (const name of names) {
    const column = columnOf(name);
    if (column.is === 'wrong') read.problems.push(column.problem);
    else if ('field' in column) addMember(reading, column, name);
    else if (column.is !== 'nothing') {
      const written = file.value[name];
      addSystemField(read, column.is, file.cells ? fromCell(column.is, written as Cell) : written);
    }
  }
  addQualifiers(reading);
  return read;
}

/** What is read of a row so far; `takes`: proposed values replace those in the file. */
type Reading = { read: ReadRow; takes: boolean; timeZone?: string };

type RowReading = Reading & {
  file: Extract<FileRow, { value: unknown }>;
  members: JsonObject;
  resource: Resource;
  /** The column from which each field has its value. */
  takenFrom: Map<string, string>;
  /** The qualifiers written before numbers, by the field of the number. */
  qualifiers: Map<Field, string>;
};

function addMember(reading: RowReading, column: FieldColumn, name: string): void {
  const { read, file, members, takenFrom } = reading;
  const { field } = column;
  const value = fitList(field, name, members[name]);
  const count = countTooMany(field, name, value);
  const taken = column.is === 'paths' ? pathColumn(field.name) : field.name;
  const first = takenFrom.get(taken);
  takenFrom.set(taken, name);
  if (first !== undefined) read.problems.push(problem('I012', field.name, { first, second: name }));
  else if (count !== undefined) read.problems.push(problem('I083', field.name, { count }));
  else if (file.cells || file.texts?.includes(name))
    addFileCell(reading, column, name, value as Cell);
  else addJsonValue(reading, column, value);
}

function addFileCell(reading: RowReading, column: FieldColumn, name: string, cell: Cell): void {
  const { read, file } = reading;
  const formula = file.unsolved?.get(name);
  if (formula !== undefined) {
    read.problems.push(problem('I102', column.field.name, { formula }));
    return;
  }
  const origin = file.errors?.includes(name) ? 'error' : 'file';
  const beside = qualifierOf(column.field, column.field.name) ?? '';
  const written = splitQualifier(reading.resource.fields.get(beside), cell);
  if (written) reading.qualifiers.set(column.field, written.qualifier);
  const value = written?.number ?? asShown(reading, column.field, name, cell);
  addCell(reading, column, value, origin);
}

function addJsonValue({ read, takes }: Reading, column: FieldColumn, value: unknown): void {
  const { field } = column;
  if (leavesField(column.conversion, value)) return;
  if (isOfFiles(column)) addFiles(read, column, value);
  else if (column.keepsEmpty && value === '') read.values[field.name] = value;
  else addValue(read, column, withoutNumber(field, value), takes);
}

/** A number of a workbook as the person sees it, for a field that holds no number: `00042`. */
function asShown({ read, file }: RowReading, field: Field, name: string, cell: Cell): Cell {
  if (typeof cell !== 'number' || isBareNumber(field)) return cell;
  const shown = file.shown?.get(name);
  if (shown?.isExact) return shown.text;
  if (shown)
    read.warnings.push(problem('I103', field.name, { value: String(cell), shown: shown.text }));
  // Spreadsheet programs keep 15 digits.
  else if (Math.abs(cell) >= 1e15) read.warnings.push(problem('I060', field.name));
  return cell;
}

function addCell(reading: Reading, column: FieldColumn, cell: Cell, origin: CellOrigin): void {
  const { read, takes, timeZone } = reading;
  const { field } = column;
  const result = readCell(field, cell, origin, { ...column.conversion, timeZone });
  if ('problem' in result) {
    const offer = proposeValue(field, cell);
    if (offer && takes) read.values[field.name] = offer.value;
    else read.problems.push({ ...result.problem, ...(offer && { proposed: offer.proposed }) });
    return;
  }
  if (leavesField(column.conversion, result.value)) return;
  if (result.warning) read.warnings.push(result.warning);
  if (isOfFiles(column)) {
    addFiles(read, column, result.value);
    return;
  }
  if (typeof cell === 'string') addList(read, column, cell);
  if (isShortened(field, result.value)) read.warnings.push(problem('I060', field.name));
  addValue(read, column, column.key ? toKeys(column.key, result.value) : result.value, takes);
}

function isOfFiles({ is }: FieldColumn): boolean {
  return is === 'files' || is === 'paths';
}

/** Keeps files as they are written, because only the ZIP and the database can tell what they are. */
function addFiles(read: ReadRow, { is, field }: FieldColumn, value: unknown): void {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const list = isNothing(value) ? [] : all;
  const files = (read.files ??= new Map<Field, RowFiles>());
  const member = is === 'paths' ? { paths: list.map(String) } : { named: list };
  files.set(field, { ...files.get(field), ...member });
}

/** Adds the constants to a row, and reports those for which the file also has a column. */
function addConstants(read: ReadRow, constants: readonly Constant[]): void {
  for (const { column, text } of constants) {
    const { field } = column;
    if (field.name in read.values || read.references.has(field) || read.files?.has(field)) {
      read.problems.push(problem('I012', field.name, { first: field.name, second: text }));
    } else {
      const cell = text.replaceAll('{row}', String(read.number ?? read.row));
      addCell({ read, takes: false }, column, cell, 'person');
    }
  }
}

type Constant = { column: FieldColumn; text: string };

function toConstants(reading: ColumnContext, constants: ReadonlyMap<string, string>): Constant[] {
  return [...constants].flatMap(([name, text]) => {
    const column = toColumn(reading, new Map(), name);
    return 'field' in column ? [{ column, text }] : [];
  });
}

function addValue(read: ReadRow, { is, field }: FieldColumn, value: unknown, takes: boolean): void {
  if (is === 'reference') read.references.set(field, value);
  else addChecked(read, field, value, takes);
}
