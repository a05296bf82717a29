import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { joinTable } from '../place.ts';
import { searchColumn, searchColumnName } from '../search-words.ts';
import { quoteName } from '../../connection/sql.ts';
import type { ExistingTable, ExistingTables } from '../tables/table.ts';

/** The new names, and the old ones they replace. */
export type Renames = {
  tables: ReadonlyMap<string, string>;
  /** By the new name of the table. */
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  oldTable(table: string): string;
  oldColumn(table: string, column: string): string;
  /** Turns a statement about a table as it will be into one for the tables as they are. */
  inOldNames(sql: string, table: string): string;
};

/**
 * The renames that `was` declares and that remain to be done: the old name exists and is ours, the new one does not
 * exist. So a `was` may stay in the file for good.
 */
export function findRenames(descriptor: Descriptor, existing: ExistingTables): Renames {
  const tables = new Map<string, string>();
  const columns = new Map<string, Map<string, string>>();
  for (const [to, from] of wasRenames(descriptor, existing))
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

/** The new and old name of each table of ours that `was` renames, whether or not the new one is taken. */
export function wasRenames(descriptor: Descriptor, existing: ExistingTables): [string, string][] {
  const toRename = (to: string, before: readonly string[]): [string, string][] => {
    const from = before.find((one) => one !== to && existing.get(one)?.ours);
    return from === undefined ? [] : [[to, from]];
  };
  return [...descriptor.resources.values()].flatMap((resource) => [
    ...toRename(resource.name, oldNames(descriptor, resource).slice(0, 1)),
    ...[...resource.fields.values()]
      .filter(({ kind, settings }) => kind.relation?.(settings).many)
      .flatMap((field) =>
        toRename(joinTable(resource.name, field.name), oldJoins(descriptor, resource, field)),
      ),
  ]);
}

/** The names that the join table of a field may have now. */
export function oldJoins(descriptor: Descriptor, resource: Resource, field: Field): string[] {
  return oldNames(descriptor, resource).flatMap((table) =>
    [field.was ?? field.name, field.name].map((of) => joinTable(table, of)),
  );
}

/** The old and the new name of a resource. */
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
  // The searched words stay the same, so they are not collected again.
  const before = searchColumnName(withOldNames(words.expression, renamed));
  if (before !== words.name && there.has(before)) renamed.set(words.name, before);
  return renamed;
}

/** SQL with the old name in place of every new one. */
export function withOldNames(sql: string, renamed: ReadonlyMap<string, string>): string {
  return sql.replaceAll(/"(?:[^"]|"")+"/g, (quoted) => {
    const before = renamed.get(quoted.slice(1, -1));
    return before === undefined ? quoted : quoteName(before);
  });
}
