import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { joinTable } from '../place.ts';
import { searchColumn, searchColumnName } from '../search-words.ts';
import { quoteName } from '../sql.ts';
import type { ExistingTable } from '../tables/table.ts';

/** New names and the old ones they take the place of. */
export type Renames = {
  tables: ReadonlyMap<string, string>;
  /** By the new name of the table. */
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

type Existing = ReadonlyMap<string, ExistingTable>;

/**
 * What `was` asks for and is not done yet: the old name is there and ours, the new one is not. So a
 * `was` may stay in the file for good.
 */
export function findRenames(descriptor: Descriptor, existing: Existing): Renames {
  const tables = new Map<string, string>();
  const columns = new Map<string, Map<string, string>>();
  for (const resource of descriptor.resources.values()) {
    const { name } = resource;
    const before = wasOf(descriptor, name);
    const isRenamed = before !== undefined && isFree(existing, before, name);
    if (isRenamed) tables.set(name, before);
    const table = existing.get(isRenamed ? before : name);
    for (const [to, from] of renamedJoins(resource, before, existing)) tables.set(to, from);
    if (table?.ours) columns.set(name, renamedColumns(resource, table));
  }
  return { tables, columns };
}

function wasOf({ source }: Descriptor, name: string): string | undefined {
  return source['resources']?.[name]?.was;
}

function isFree(existing: Existing, from: string, to: string): boolean {
  return existing.get(from)?.ours === true && !existing.has(to);
}

function renamedJoins(
  { name, fields }: Resource,
  before: string | undefined,
  existing: Existing,
): [string, string][] {
  return [...fields.values()]
    .filter(({ kind, settings }) => kind.relation?.(settings).many)
    .flatMap((field) => {
      const to = joinTable(name, field.name);
      const from = [before ?? name, name]
        .flatMap((table) => [field.was ?? field.name, field.name].map((of) => joinTable(table, of)))
        .find((one) => isFree(existing, one, to));
      return from === undefined ? [] : [[to, from]];
    });
}

function renamedColumns(resource: Resource, { columns }: ExistingTable): Map<string, string> {
  const there = new Set(columns.map(({ name }) => name));
  const renamed = new Map<string, string>();
  for (const { name, was } of resource.fields.values())
    if (was !== undefined && there.has(was) && !there.has(name)) renamed.set(name, was);
  const words = searchColumn(resource);
  if (!words || renamed.size === 0) return renamed;
  // The words that are searched are the same ones, and are not collected anew.
  const before = searchColumnName(withOldNames(words.expression, renamed));
  if (before !== words.name && there.has(before)) renamed.set(words.name, before);
  return renamed;
}

/** SQL in which every name of a column is the old one again. */
export function withOldNames(sql: string, renamed: ReadonlyMap<string, string>): string {
  return sql.replaceAll(/"(?:[^"]|"")+"/g, (quoted) => {
    const before = renamed.get(quoted.slice(1, -1));
    return before === undefined ? quoted : quoteName(before);
  });
}

/** A statement about the tables as they will be, for the tables as they are. */
export function inOldNames(sql: string, table: string, { tables, columns }: Renames): string {
  return withOldNames(sql, new Map([...tables, ...(columns.get(table) ?? [])]));
}
