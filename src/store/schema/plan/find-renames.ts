import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import { joinTable } from '../place.ts';
import { searchColumn, searchColumnName } from '../search-words.ts';
import { quoteName } from '../../connection/sql.ts';
import type { ExistingTable, ExistingTables } from '../tables/table.ts';

/** New names and the old ones they take the place of. */
export type Renames = {
  tables: ReadonlyMap<string, string>;
  /** By the new name of the table. */
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  oldTable(table: string): string;
  oldColumn(table: string, column: string): string;
  /** A statement about a table as it will be, for the tables as they are. */
  inOldNames(sql: string, table: string): string;
};

/**
 * What `was` asks for and is not done yet: the old name is there and ours, the new one is not. So a
 * `was` may stay in the file for good.
 */
export function findRenames(descriptor: Descriptor, existing: ExistingTables): Renames {
  const tables = new Map<string, string>();
  const columns = new Map<string, Map<string, string>>();
  for (const [to, from] of askedTables(descriptor, existing))
    if (!existing.has(to)) tables.set(to, from);
  for (const resource of descriptor.resources.values()) {
    const table = existing.get(tables.get(resource.name) ?? resource.name);
    if (table?.ours) columns.set(resource.name, renamedColumns(resource, table));
  }
  return {
    tables,
    columns,
    oldTable: (table) => tables.get(table) ?? table,
    oldColumn: (table, column) => columns.get(table)?.get(column) ?? column,
    inOldNames: (sql, table) =>
      withOldNames(sql, new Map([...tables, ...(columns.get(table) ?? [])])),
  };
}

/** The new and the old name of each table of ours that `was` asks for, whether or not the new one is taken. */
export function askedTables(descriptor: Descriptor, existing: ExistingTables): [string, string][] {
  const asked = (to: string, before: readonly string[]): [string, string][] => {
    const from = before.find((one) => one !== to && existing.get(one)?.ours);
    return from === undefined ? [] : [[to, from]];
  };
  return [...descriptor.resources.values()].flatMap((resource) => [
    ...asked(resource.name, oldNames(descriptor, resource).slice(0, 1)),
    ...[...resource.fields.values()]
      .filter(({ kind, settings }) => kind.relation?.(settings).many)
      .flatMap((field) =>
        asked(joinTable(resource.name, field.name), oldJoins(descriptor, resource, field)),
      ),
  ]);
}

/** What the join table of a field may be called so far. */
export function oldJoins(descriptor: Descriptor, resource: Resource, field: Field): string[] {
  return oldNames(descriptor, resource).flatMap((table) =>
    [field.was ?? field.name, field.name].map((of) => joinTable(table, of)),
  );
}

/** What a resource was called, and is. */
function oldNames({ source }: Descriptor, { name }: Resource): string[] {
  return [source['resources']?.[name]?.was ?? name, name];
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
