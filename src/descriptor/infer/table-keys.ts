import { recordIdPattern } from '../../fields/text/record-id.ts';
import type { ColumnFacts } from './column-facts.ts';
import type { ForeignTable } from './foreign-table.ts';
import type { InferredField } from './infer-resources.ts';
import { requireValue } from '../../fields/require-entry.ts';

/**
 * The columns from which the `_id` is derived; an empty list means all columns. The `_id`
 * is a hash if there are several, or if one holds values that an `_id` cannot have.
 */
export type TableId = { columns: readonly string[]; isHashed: boolean };

/** Finds the `_id`: a generated number or key becomes the `_id`, a key that people use stays a field. */
export function findId(table: ForeignTable, facts: ReadonlyMap<string, ColumnFacts>): TableId {
  const [only, ...more] = table.primaryKey;
  const uniqueKey = table.uniques.find((columns) =>
    columns.every((name) => table.columns.find((column) => column.name === name)?.notNull),
  );
  if (only === undefined) return { columns: uniqueKey ?? [], isHashed: true };
  if (more.length > 0) return { columns: table.primaryKey, isHashed: true };
  const column = requireValue(
    table.columns.find(({ name }) => name === only),
    only,
  );
  const isMade = column.isIdentity || /^nextval\(|uuid/.test(column.default ?? '');
  const saysSo = /^_?id$|[a-z]_?id$|Id$|ID$/i.test(only);
  const fits =
    facts.get(only)?.values.every((value) => recordIdPattern.test(String(value))) ?? true;
  const isKey = fits && (isMade || column.type.name === 'uuid' || saysSo);
  return { columns: [only], isHashed: !isKey };
}

/** The field by which files identify a record: a text that people know, not a generated number. */
export function findImportKey(
  { table, facts }: { table: ForeignTable; facts: ReadonlyMap<string, ColumnFacts> },
  fieldOf: ReadonlyMap<string, InferredField>,
  id: TableId,
): { field: string; because: string } | undefined {
  const singles = [...(id.isHashed ? [table.primaryKey] : []), ...table.uniques].flatMap(
    (columns) => (columns.length === 1 ? columns : []),
  );
  const able = singles.filter((column) => {
    const field = fieldOf.get(column);
    return field?.canBeKey && field.declaration['required'] === true && facts.has(column);
  });
  const best =
    able.find((column) => table.primaryKey.includes(column)) ??
    able.find((column) => /(key|code|number|no|nr|slug|sku|isbn|email|name)$/i.test(column)) ??
    able[0];
  const field = best === undefined ? undefined : fieldOf.get(best);
  if (!field || best === undefined) return undefined;
  const because = table.primaryKey.includes(best) ? 'its primary key' : 'unique and not null';
  return { field: field.name, because };
}
