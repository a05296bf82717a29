import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { OWN } from '../schema/place.ts';
import { createParams, quoteName } from '../connection/sql.ts';
import type { Connections } from '../connection/connections.ts';
import type { StoredRecord } from '../store.ts';
import { toCondition } from './conditions.ts';
import { answeredNames, recordColumns, selectJson } from '../schema/record-json.ts';
import { createSqlScope, type Scope } from './scope.ts';

// How many records hold one of thousands of values nobody can guess, and PostgreSQL guesses "most of
// them": then it reads the whole table. Told not to, it asks the indexes, which takes a moment.
const byIndexes = 'set local enable_seqscan = off; set local enable_indexscan = off';
const asUsual = 'set local enable_seqscan = on; set local enable_indexscan = on';

/** Records of a filter that few meet, though it names thousands of values: at most so many, in any order. */
export async function findAny(
  { begin, scope }: { begin: Connections['begin']; scope: Scope },
  resource: Resource,
  filter: Filter,
  fields: readonly string[],
  most: number,
): Promise<StoredRecord[]> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, { filter }, undefined, sqlScope);
  const columns = recordColumns(resource, answeredNames(resource, undefined, fields), { sqlScope });
  const source = selectJson(quoteName(resource.name), columns);
  const rows = `select row_to_json(x) as record ${source} where ${condition} order by ${OWN}._id limit ${params.add(most)}`;
  const text = `select coalesce(json_agg(record), '[]')::text from (${rows}) found`;
  const { connection, end } = await begin({ readOnly: true });
  try {
    await connection.query(byIndexes);
    const [row] = await connection.run({ text, values: params.values, dependsOnValues: true });
    // The transaction may be a part of a larger one.
    await connection.query(asUsual);
    await end('commit');
    return JSON.parse(row![0]) as StoredRecord[];
  } catch (error) {
    await end('rollback');
    throw error;
  }
}
