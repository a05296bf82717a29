import type pg from 'pg';
import { requireValue } from '../../../fields/require-entry.ts';
import {
  tableKey,
  toColumnConversion,
  type ForeignKey,
  type ForeignTable,
  type ColumnConversion,
  type Sample,
} from '../../../descriptor/infer/foreign-table.ts';
import type { ConvertedTable } from '../../../descriptor/infer/infer-tables.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';

/** One statement for all records of a table, each as a line of JSON for the import. */
function recordSql(taken: ConvertedTable, all: readonly ConvertedTable[]): string {
  const target = (key: ForeignKey): ConvertedTable =>
    requireValue(
      all.find(({ table }) => tableKey(table) === tableKey(key.to)),
      tableKey(key.to),
    );
  const values = taken.fields.map((source) => {
    const name = quoteName(source.field);
    if ('column' in source)
      return `${valueSql(`t.${quoteName(source.column)}`, source.readAs)} as ${name}`;
    if ('reference' in source) {
      const { reference } = source;
      const to = target(reference);
      return `(select ${nameSql(to, 'o')} from ${tableSql(to.table)} o where ${matching(reference, 't', 'o')} limit 1) as ${name}`;
    }
    const { table, owner, target: other, position } = source.join;
    const to = target(other);
    const order = [...(position === undefined ? [] : [position]), ...other.columns];
    return (
      `(select coalesce(json_agg(${nameSql(to, 'o')} order by ${order.map((each) => `j.${quoteName(each)}`).join(', ')}), '[]') ` +
      `from ${tableSql(table)} j join ${tableSql(to.table)} o on ${matching(other, 'j', 'o')} where ${matching(owner, 'j', 't')}) as ${name}`
    );
  });
  // Numbers identical rows, so that each becomes a record of its own.
  const twin = `row_number() over (partition by t::text)`;
  const picked = [`${idSql(taken, 't', twin)} as "_id"`, ...values];
  return `select row_to_json(x)::text as line from (select ${picked.join(', ')} from ${tableSql(taken.table)} t) x`;
}

/** `only`: a table that inherits from another is a table of its own here; partitions belong to the whole. */
function tableSql({ schema, name, kind }: Pick<ForeignTable, 'schema' | 'name' | 'kind'>): string {
  return `${kind === 'table' ? 'only ' : ''}${quoteName(schema)}.${quoteName(name)}`;
}

function valueSql(value: string, how: ColumnConversion): string {
  return conversions[how](value);
}

const conversions: Readonly<Record<ColumnConversion, (value: string) => string>> = {
  text: (value) => `${value}::text`,
  trimmed: (value) => `rtrim(${value}::text)`,
  number: (value) => value,
  // Without the currency sign.
  money: (value) => `${value}::numeric::text`,
  moment: (value) =>
    // Leaves a value without such a form as it is, so the import reports it.
    `case when isfinite(${value}) and ${value} >= '0001-01-01' then to_char(${value}, ${quoteText('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')}) else ${value}::text end`,
  json: (value) => `to_json(${value})`,
};

/** What a file calls a record: its import key, otherwise its `_id`. */
function nameSql(taken: ConvertedTable, alias: string): string {
  const { fields, resource } = taken;
  const key = fields.find(
    (source) => 'column' in source && source.field === resource.importKey?.field,
  );
  if (key && 'column' in key) return valueSql(`${alias}.${quoteName(key.column)}`, key.readAs);
  return idSql(taken, alias, '1');
}

function idSql({ id: { columns, isHashed } }: ConvertedTable, alias: string, twin: string): string {
  if (columns.length === 0) return `md5(${alias}::text || '#' || ${twin})`;
  const values = columns.map((column) => `${alias}.${quoteName(column)}`);
  return isHashed ? `md5(row(${values.join(', ')})::text)` : `${values[0]}::text`;
}

function matching({ columns, targets }: ForeignKey, from: string, to: string): string {
  return columns
    .map(
      (column, index) => `${to}.${quoteName(targets[index] ?? '')} = ${from}.${quoteName(column)}`,
    )
    .join(' and ');
}

const BATCH = 1_000;

/** All records of a table as lines of JSON, in batches, so that memory use stays constant. */
export async function* streamRecords(
  client: pg.ClientBase,
  taken: ConvertedTable,
  all: readonly ConvertedTable[],
): AsyncGenerator<string[]> {
  await client.query(`declare records no scroll cursor for ${recordSql(taken, all)}`);
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from records`);
      if (rows.length > 0) yield rows.map(({ line }) => line);
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query('close records');
  }
}

/** How many rows are enough to tell what a column is. */
export const SAMPLE_ROWS = 10_000;
/** The most values that can be choices, plus one that shows there are too many. */
const FEW = 13;

/** The first rows of a table. In a longer one it also reads all values of columns that seem to have few. */
export async function sampleRows(client: pg.ClientBase, table: ForeignTable): Promise<Sample> {
  const columns = table.columns.flatMap((column) => {
    const how = toColumnConversion(column);
    return how === undefined || !table.isReadable ? [] : [{ name: column.name, how }];
  });
  if (columns.length === 0) return { rows: [], isCut: false, more: new Map() };
  const picked = columns.map(({ name, how }) => {
    const sql = valueSql(`t.${quoteName(name)}`, how);
    return `${how === 'number' || how === 'money' ? `(${sql})::text` : sql} as ${quoteName(name)}`;
  });
  const text = `select row_to_json(x)::text as row from (select ${picked.join(', ')} from ${tableSql(table)} t limit ${SAMPLE_ROWS + 1}) x`;
  const { rows } = await client.query<{ row: string }>(text);
  const read = rows.map(({ row }) => JSON.parse(row) as Record<string, unknown>);
  const isCut = read.length > SAMPLE_ROWS;
  const more = new Map<string, string[]>();
  const few = columns.filter(
    ({ name, how }) => how === 'text' && new Set(read.map((row) => row[name])).size <= FEW,
  );
  for (const { name } of isCut ? few : []) more.set(name, await listValues(client, table, name));
  return { rows: read.slice(0, SAMPLE_ROWS), isCut, more };
}

/** All values of a column when they are few; none where finding them would take too long. */
async function listValues(client: pg.ClientBase, table: ForeignTable, column: string) {
  const value = `t.${quoteName(column)}::text`;
  try {
    await client.query(`savepoint looking; set local statement_timeout = '10s'`);
    const { rows } = await client.query<{ value: string }>(
      `select distinct ${value} as value from ${tableSql(table)} t where ${value} <> '' limit ${FEW}`,
    );
    await client.query(`release savepoint looking; set local statement_timeout = 0`);
    return rows.map((row) => row.value);
  } catch {
    await client.query('rollback to savepoint looking; set local statement_timeout = 0');
    return [];
  }
}
