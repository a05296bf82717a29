import type pg from 'pg';
import { readAs, type ForeignTable, type Sample } from '../../../descriptor/infer/foreign-table.ts';
import { tableSql, valueSql } from './record-sql.ts';
import { quoteName } from '../../connection/sql.ts';

/** So many rows tell what a column is. */
export const SAMPLE_ROWS = 10_000;
/** Few enough to be choices, with one more to see that they are not. */
const FEW = 13;

/** The first rows of a table. Of a longer one, columns that seem to have few values are looked at whole. */
export async function sampleRows(client: pg.ClientBase, table: ForeignTable): Promise<Sample> {
  const columns = table.columns.flatMap((column) => {
    const how = readAs(column);
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

/** All values of a column, as far as they are few; none where looking would take too long. */
async function listValues(
  client: pg.ClientBase,
  table: ForeignTable,
  column: string,
): Promise<string[]> {
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
