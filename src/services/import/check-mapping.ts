import { isObject } from '../../descriptor/json-object.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { InlineList } from '../../descriptor/inline-lists.ts';
import {
  onBlank,
  datePatterns,
  isDatePattern,
  type Conversion,
} from '../../files/formats/conversion.ts';
import {
  namings,
  type ColumnMapping,
  type MappedColumn,
  type Naming,
} from '../../files/import/import-parts.ts';
import { filedPath } from '../../files/import/rows/row-columns.ts';
import { findListField } from '../../files/import/rows/list-columns.ts';
import { cellWrites, possibleWrites, type Writing } from '../../files/import/rows/cell-writes.ts';
import type { FilePaths } from '../../files/import/write/file-paths.ts';
import {
  type TargetFields,
  groupTargets,
  nameGroup,
  namingTargets,
  type TargetGroup,
  toNamingColumn,
} from '../../files/import/rows/target-columns.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import { namelessTarget } from '../../files/import/rows/target-problems.ts';

/**
 * Checks `{ "column of the file": "field" | null | { "field", … } }`. The other members are the conversions
 * of the column. A field that the role may not see is refused like one that does not exist.
 */
export function checkMapping(
  resource: Resource,
  { columns: possible, lists, targets }: FilePaths,
  columns: Readonly<Record<string, unknown>> | undefined,
  problems: Problem[],
): ColumnMapping {
  const mapping = new Map<string, MappedColumn | null>();
  for (const [column, to] of Object.entries(columns ?? {})) {
    const target = typeof to === 'string' ? { field: to } : to;
    const path = `mapping.${column}`;
    if (target === null) mapping.set(column, null);
    else if (
      !isObject(target) ||
      typeof target['field'] !== 'string' ||
      !(possible.includes(target['field']) || targets.has(target['field']))
    ) {
      const behind = pathsBehind(targets, isObject(target) ? target['field'] : undefined);
      const expected = behind.length > 0 ? behind : [...possible, 'null'];
      problems.push(problem('I005', path, { expected: expected.join(', ') }));
    } else {
      const parsed = checkTarget(target as { field: string }, path, problems);
      problems.push(...checkWrite(resource, lists, parsed, column));
      mapping.set(column, parsed);
    }
  }
  return resolveTargets(targets, mapping, problems);
}

/** The possible paths behind the same reference: `source.title` for `source.titel`. */
function pathsBehind(targets: TargetFields, path: unknown): string[] {
  const [reference, field] = typeof path === 'string' ? path.split('.', 2) : [];
  if (field === undefined) return [];
  return [...targets.keys()].filter((one) => one.startsWith(`${reference}.`));
}

/** Checks `{ "field": "the value for every row" }`. */
export function checkConstants(
  { settable }: Pick<FilePaths, 'settable'>,
  values: Readonly<Record<string, unknown>> | undefined,
  problems: Problem[],
  member = 'constants',
): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const path = `${member}.${name}`;
    // A field that the role may not see is reported like one that does not exist.
    if (!settable.includes(name)) {
      problems.push(problem('I005', path, { expected: settable.join(', ') }));
    } else if (typeof value === 'string') constants.set(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean')
      constants.set(name, String(value));
    else problems.push(problem('V002', path, { expected: 'text' }));
  }
  return constants;
}

type Setting = { expected: string; is(value: unknown): boolean };

/** The conversions of a column, and their valid values. */
const settings: Readonly<Record<string, Setting>> = {
  split: { expected: ', ; | /', is: (value) => isShort(value, 10) },
  decimal: { expected: '. ,', is: (value) => value === '.' || value === ',' },
  date: { expected: Object.keys(datePatterns).join(', '), is: isDatePattern },
  trim: { expected: 'true, false', is: (value) => typeof value === 'boolean' },
  empty: { expected: '-', is: (value) => isShort(value, 100) },
  without: { expected: 'mg/kg', is: (value) => isShort(value, 100) },
  prefix: { expected: 'https://example.org/', is: (value) => isShort(value, 200) },
  blank: { expected: onBlank.join(', '), is: (value) => onBlank.some((one) => one === value) },
  write: {
    expected: cellWrites.join(', '),
    is: (value) => cellWrites.some((one) => one === value),
  },
  by: { expected: namings.join(', '), is: (value) => namings.some((one) => one === value) },
  create: { expected: 'true, false', is: (value) => typeof value === 'boolean' },
  given: {
    expected: '{ "field": "text" }',
    is: (value) =>
      isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  },
} satisfies Record<keyof (Conversion & Naming & Writing), Setting>;

function isShort(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= most;
}

function checkTarget(
  { field, ...said }: { field: string } & Record<string, unknown>,
  path: string,
  problems: Problem[],
): MappedColumn {
  const known = Object.keys(settings).join(', ');
  for (const [name, value] of Object.entries(said)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting?.is(value)) continue;
    const expected = setting?.expected ?? `field, ${known}`;
    problems.push(problem('I005', `${path}.${name}`, { expected }));
  }
  return { field, ...said };
}

/** Whether the cells of a column can do to its field what the mapping asks for. */
function checkWrite(
  resource: Resource,
  lists: readonly InlineList[],
  { field: path, write }: MappedColumn,
  column: string,
): Problem[] {
  if (write === undefined || !cellWrites.includes(write)) return [];
  const find = (name: string) => resource.fields.get(name) ?? findListField(lists, name)?.field;
  const field = find(path) ?? find(filedPath(path) ?? '');
  const possible = possibleWrites(field);
  if (possible.includes(write)) return [];
  const params = { value: write, field: path, expected: possible.join(', ') };
  return [problem('I078', `mapping.${column}.write`, params)];
}

/**
 * Turns columns for fields behind a reference (`source.title`) into one column for the reference, which creates missing
 * records with the values of the others. These are left out as columns of their own.
 */
function resolveTargets(
  targets: TargetFields,
  told: ReadonlyMap<string, MappedColumn | null>,
  problems: Problem[],
): ColumnMapping {
  const groups = groupTargets(targets, told);
  if (groups.size === 0) return told;
  const mapping = new Map<string, MappedColumn | null>(told);
  for (const group of groups.values()) {
    const wrong = checkGroup(group);
    problems.push(...wrong);
    const naming = wrong.length === 0 ? toNamingColumn(group) : undefined;
    if (!naming) continue;
    for (const { column } of group.columns) mapping.set(column, null);
    mapping.set(...naming);
  }
  return mapping;
}

function checkGroup(group: TargetGroup): Problem[] {
  const { reference, to, columns, own } = group;
  const { namer, parts } = nameGroup(group);
  const problems: Problem[] = [];
  const first = new Map<string, string>();
  for (const { column, field } of columns) {
    const other = first.get(field.name);
    if (other !== undefined)
      problems.push(problem('I012', `mapping.${column}`, { first: other, second: column }));
    else first.set(field.name, column);
  }
  for (const { column, told } of parts) {
    const { by, create, given } = told;
    if (by !== undefined || create !== undefined || given !== undefined)
      problems.push(problem('I034', `mapping.${column}`));
  }
  if (!own && !namer) {
    const names = namingTargets(to).map((name) => [reference, requireEntry(to.fields, name)]);
    const path = `mapping.${requireItem(columns, 0).column}`;
    problems.push(namelessTarget(to, path, [[reference], ...names]));
  }
  return problems;
}
