import { tableKey, type ForeignKey, type ForeignTable } from './foreign-table.ts';

/** A table that only links records of two other tables. */
export type JoinTable = {
  table: ForeignTable;
  /** The table whose records get the list of references. */
  owner: ForeignKey;
  target: ForeignKey;
  /** The column that holds the order. */
  position?: string;
  /** The columns that are not converted. */
  lost: readonly string[];
};

/** Finds the join tables among tables that are all converted. */
export function findJoinTables(tables: readonly ForeignTable[]): JoinTable[] {
  const tableKeys = new Set(tables.map(tableKey));
  const referred = new Set(
    tables.flatMap(({ foreignKeys }) => foreignKeys.map(({ to }) => tableKey(to))),
  );
  return tables.flatMap((table) =>
    referred.has(tableKey(table)) ? [] : (toJoinTable(table, tableKeys) ?? []),
  );
}

function toJoinTable(table: ForeignTable, tableKeys: ReadonlySet<string>): JoinTable | undefined {
  const [first, second, ...more] = table.foreignKeys;
  if (!first || !second || more.length > 0) return undefined;
  if (![first, second].every(({ to }) => tableKeys.has(tableKey(to)))) return undefined;
  const pair = new Set([...first.columns, ...second.columns]);
  if (pair.size !== first.columns.length + second.columns.length) return undefined;
  // Without this constraint two records could be linked twice, which a list of references cannot express.
  const areUnique = [table.primaryKey, ...table.uniques].some(
    (columns) => columns.length === pair.size && columns.every((column) => pair.has(column)),
  );
  if (!areUnique) return undefined;
  const rest = table.columns.filter(({ name }) => !pair.has(name));
  const key = rest.filter(({ name }) => table.primaryKey.includes(name));
  const position = rest.find(
    ({ name, type }) =>
      /^(position|pos|ord|order|ordinal|sort|rank|sort_?order)$/i.test(name) &&
      type.name.startsWith('int'),
  );
  const lost = rest.filter((column) => column !== position && !key.includes(column));
  // A row with more information is a record in its own right, unless it only says when the row was created.
  const isTime = (name: string): boolean => /^date$|^timestamp/.test(name);
  if (!lost.every((column) => isTime(column.type.name) && column.default !== null))
    return undefined;
  const [owner, target] =
    isNamedFor(table, second) && !isNamedFor(table, first) ? [second, first] : [first, second];
  return {
    table,
    owner,
    target,
    ...(position && { position: position.name }),
    lost: lost.map(({ name }) => name),
  };
}

/** Whether the join table begins with the name of the table: `film_actor` gives each film a list of actors. */
function isNamedFor({ name }: ForeignTable, { to }: ForeignKey): boolean {
  const stem = to.name.toLowerCase().replace(/(ies|s)$/, '');
  return name.toLowerCase().startsWith(stem);
}
