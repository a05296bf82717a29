import { requireEntry } from '../../../fields/require-entry.ts';
import { checkField, isMany } from '../../../descriptor/field-check.ts';
import { isObject, isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { ColumnMapping } from '../import-parts.ts';
import type { ImportRun } from '../import-run.ts';
import { filedPath } from './row-columns.ts';
import type { RowPlan } from '../plan/row-plan.ts';

export const cellWrites = ['replace', 'fill', 'add', 'remove'] as const;

/**
 * What a cell does to the value that its record has. `replace` writes the cell, `fill` writes it only into an empty
 * field, `add` adds its values to those of the record, and `remove` takes them out.
 */
export type CellWrite = (typeof cellWrites)[number];

export type Writing = {
  /** Absent: the cell replaces the value. */
  write?: CellWrite;
};

/** What the cells of a column can do to a field. A system field can only be replaced. */
export function possibleWrites(field: Field | undefined): readonly CellWrite[] {
  if (!field) return ['replace'];
  return isMany(field) ? cellWrites : ['replace', 'fill'];
}

/** What the cells of each field do, for the fields whose cells do not just replace the value. */
export type FieldWrites = ReadonlyMap<string, CellWrite>;

export function toFieldWrites(mapping: ColumnMapping): FieldWrites {
  const writes = new Map<string, CellWrite>();
  for (const to of mapping.values()) {
    const { field = '', write = 'replace' } = to ?? {};
    // The paths of files are a column of their own for the same field.
    if (write !== 'replace') writes.set(filedPath(field) ?? field, write);
  }
  return writes;
}

/** Whether an empty cell changes nothing. A cell that fills, adds or removes has nothing to write then. */
export function leavesField(
  { blank, write = 'replace' }: Writing & { blank?: 'clear' | 'leave' },
  value: unknown,
): boolean {
  if (write !== 'replace') return isNothing(value);
  return blank === 'leave' && (value === null || value === '');
}

/** Whether a record keeps its value although the row has a cell: the cell only fills an empty field. */
export function keepsValue({ writes }: ImportRun, { current }: RowPlan, name: string): boolean {
  return writes.get(name) === 'fill' && current !== undefined && !isNothing(current[name]);
}

/** Combines the values of a row with those of its record, as the mapping of their columns says. */
export function combineValues(run: ImportRun, plan: RowPlan): void {
  for (const [name, write] of run.writes) {
    if (!(name in plan.values)) continue;
    const field = requireEntry(run.resource.fields, name);
    const there = plan.current?.[name];
    const written = plan.values[name];
    const value = keepsValue(run, plan, name) ? there : combine(write, written, there);
    // What the record has may be older than the rules of its field, and stays.
    if (plan.current && isSameJson(value, there)) plan.values[name] = there;
    else place(plan, field, value);
  }
}

function place(plan: RowPlan, field: Field, value: unknown): void {
  const checked = checkField(field, value);
  if ('value' in checked) plan.values[field.name] = checked.value;
  else {
    plan.problems.push(...checked.problems);
    delete plan.values[field.name];
  }
}

function combine(write: CellWrite, written: unknown, there: unknown): unknown {
  if ((write !== 'add' && write !== 'remove') || !Array.isArray(written)) return written;
  const values: readonly unknown[] = Array.isArray(there) ? there : [];
  if (write === 'remove') {
    const gone = new Set(written.flatMap(namesOf));
    return values.filter((value) => !namesOf(value).some((name) => gone.has(name)));
  }
  const names = new Set(values.flatMap(namesOf));
  return [...values, ...written.filter((value) => !namesOf(value).some((name) => names.has(name)))];
}

/** What makes two values of a list the same: the value, or the `id` or the name and bytes of a file. */
function namesOf(value: unknown): string[] {
  if (!isObject(value)) return [JSON.stringify(value)];
  const { id, name, sha256 } = value;
  return [`id ${String(id)}`, ...(sha256 === undefined ? [] : [JSON.stringify([name, sha256])])];
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}
