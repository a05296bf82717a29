import { recordIdPattern } from '../../fields/record-id.ts';
import type { ColumnFacts } from './column-facts.ts';
import type { ForeignTable } from './foreign-table.ts';
import type { InferredField } from './infer-resources.ts';

/**
 * The columns the `_id` is made of, all of them where none is named; hashed where they are several or
 * hold what an `_id` cannot.
 */
export type TableId = { columns: readonly string[]; isHashed: boolean };

/** A number or key that only tells rows apart becomes the `_id`; one that people use stays a field. */
export function findId(table: ForeignTable, facts: ReadonlyMap<string, ColumnFacts>): TableId {
  const [only, ...more] = table.primaryKey;
  const known = table.uniques.find((columns) =>
    columns.every((name) => table.columns.find((column) => column.name === name)?.notNull),
  );
  if (only === undefined) return { columns: known ?? [], isHashed: true };
  if (more.length > 0) return { columns: table.primaryKey, isHashed: true };
  const column = table.columns.find(({ name }) => name === only)!;
  const isMade = column.isIdentity || /^nextval\(|uuid/.test(column.default ?? '');
  const saysSo = /^_?id$|[a-z]_?id$|Id$|ID$/i.test(only);
  const fits =
    facts.get(only)?.values.every((value) => recordIdPattern.test(String(value))) ?? true;
  const isKey = fits && (isMade || column.type.name === 'uuid' || saysSo);
  return { columns: [only], isHashed: !isKey };
}

/** The field by which files name a record: one of words that people know, not a number of the machine. */
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
