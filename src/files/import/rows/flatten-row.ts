import { checkJson, isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { MAX_COLUMNS } from '../../formats/file-layout.ts';
import type { FileRow } from '../../formats/json-rows.ts';
import type { ColumnMapping } from '../import-parts.ts';
import { type ColumnContext, toColumn } from './row-columns.ts';

/** What follows the name of a list of objects in the name of a column: `hits[].cas`. */
const OF_LIST = '[]';
/** In characters. A part with a longer path stays a value of the column above it. */
const LONGEST_PATH = 1_000;

export type Flattener = (row: FileRow) => FileRow;

/**
 * Creates the function that turns the parts of nested objects in JSON records into columns: `substance.cas` for an
 * object, `hits[].cas` with a list of values for a list of objects. An object stays whole if its name is a field, or
 * is mapped to one. Tables have no nested objects, and records of ours none that are no fields.
 */
export function createFlattener(
  context: ColumnContext,
  mapping: ColumnMapping = new Map(),
): Flattener {
  const named = [...mapping.keys()].filter((column) => /[.\]]/.test(column));
  const below = (path: string) => named.filter((one) => isBelow(one, path));
  const whole = new Set<string>();
  const isWhole = (name: string): boolean => {
    if (whole.has(name)) return true;
    const is = findWhole(name);
    // Names of no field are untrusted and unlimited in number.
    if (is) whole.add(name);
    return is;
  };
  const findWhole = (name: string): boolean => {
    if (mapping.get(name)) return true;
    const parts = below(name);
    if (parts.some((column) => mapping.get(column))) return false;
    if (mapping.has(name)) return true;
    // A field that the role may not read counts as unknown, because a difference would show that it exists.
    if (parts.length > 0) return false;
    const column = toColumn(context, mapping, name);
    // A column named by a label must not take the parts of an object from their own fields.
    const isMeant = !('field' in column) || column.field.name === name || !takesOne(column.field);
    return column.is !== 'wrong' && isMeant;
  };
  const isOpen = (name: string, value: unknown): boolean => {
    if (isNested(value)) return !isWhole(name);
    return isEmpty(value) && !mapping.get(name) && below(name).length > 0;
  };
  return (row) => {
    if ('problem' in row || row.cells || !isObject(row.value)) return row;
    const members = Object.entries(row.value);
    // Whoever reads the row reports what is dangerous in it.
    const isFlat = !members.some(([name, value]) => isOpen(name, value));
    if (isFlat || checkJson(row.value, '').length > 0) return row;
    const columns = createColumns(below);
    for (const [name, value] of members) {
      if (isOpen(name, value)) columns.add(name, value);
      else columns.set(name, value);
    }
    return { ...row, value: columns.values };
  };
}

/** The number of values in a column of a list of objects that its field, which has one value, cannot take. */
export function countTooMany(field: Field, column: string, value: unknown): number | undefined {
  if (!column.includes(OF_LIST) || !Array.isArray(value) || value.length < 2) return undefined;
  return takesOne(field) ? value.length : undefined;
}

/** The value of a column for its field: one with a single value takes it from a list with one. */
export function fitList(field: Field, column: string, value: unknown): unknown {
  if (!column.includes(OF_LIST) || !Array.isArray(value) || value.length > 1) return value;
  return takesOne(field) ? (value[0] ?? null) : value;
}

function takesOne({ kind, settings }: Field): boolean {
  const { sql, many = false } = kind.column(settings);
  return !many && sql !== 'jsonb';
}

/** Whether a column stands for an object whose parts are columns too, and which is empty in some records. */
export function isAboveOthers(name: string, names: readonly string[]): boolean {
  return names.some((one) => isBelow(one, name));
}

function isBelow(column: string, path: string): boolean {
  return column.startsWith(`${path}.`) || column.startsWith(`${path}${OF_LIST}.`);
}

/** Collects columns, up to one more than a record may have. `below` are the mapped columns of an object. */
function createColumns(below: (path: string) => readonly string[]) {
  // A null prototype, as in the rows of tables.
  const values = Object.create(null) as Record<string, unknown>;
  let count = 0;
  const set = (name: string, value: unknown): void => {
    if (!(name in values)) count++;
    if (count <= MAX_COLUMNS + 1) values[name] = value;
  };
  const append = (name: string, part: unknown): void => {
    if (!(name in values)) set(name, []);
    const list = values[name];
    if (!Array.isArray(list) || part === null) return;
    for (const one of Array.isArray(part) ? part : [part]) list.push(one);
  };
  const walk = (
    path: string,
    value: unknown,
    visit: (name: string, value: unknown) => void,
  ): void => {
    if (count > MAX_COLUMNS) return;
    const parts = isEmpty(value) ? below(path) : [];
    if (parts.length > 0) for (const name of parts) visit(name, null);
    else if (!isNested(value) || path.length > LONGEST_PATH) visit(path, value);
    else if (isObject(value))
      for (const [name, part] of Object.entries(value)) walk(`${path}.${name}`, part, visit);
    else for (const member of value) walk(`${path}${OF_LIST}`, member, append);
  };
  return { values, set, add: (name: string, value: unknown) => walk(name, value, set) };
}

/** An object with parts, or a list of such objects. */
function isNested(value: unknown): value is JsonObject | JsonObject[] {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject);
  return isObject(value) && Object.keys(value).length > 0;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}
