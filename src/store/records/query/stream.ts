import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../../descriptor/filter/filter.ts';
import type { Connections } from '../../connection/connection.ts';
import { quoteName, createParams, type Params } from '../../connection/sql.ts';
import type { StreamOptions } from '../../file-options.ts';
import { responseNames, recordColumns, selectJson } from '../../schema/record-json.ts';
import { createSqlScope, type Scope, type SqlScope } from '../sql/scope.ts';
import { toCountQuery } from '../list-sql.ts';
import { toPage } from '../sql/page-sql.ts';
import { toOrder } from '../sql/order.ts';
import { pastOf } from '../../schema/past-resource.ts';
import { toPastPage } from '../past/past-page.ts';

/** Characters and records to fetch at a time: enough that the round trip to the server does not matter. */
const BATCH = { size: 2 ** 20, most: 1_000, first: 50 };

/** Waits for a client that reads slowly, but not forever: its snapshot keeps old rows from being cleaned away. */
const LIMITS = { timeout: 25_000, idleTimeout: 300_000, readOnly: true };

export type StreamReading = Pick<Connections, 'begin'> & {
  scope: Scope;
  /** The records of the past that the reader may have must be among these, as they are now. */
  now?: Filter | undefined;
};

/** Which records, and the fields that their reader may read; undefined: all. */
export type StreamRequest = { query: ListQuery; readable: readonly string[] | undefined };

/** All records of a query as they were when it began, through a cursor on the server. */
export async function* streamRecords(
  { begin, scope, now }: StreamReading,
  resource: Resource,
  request: StreamRequest,
  options: StreamOptions = {},
): AsyncGenerator<string[]> {
  const { query, readable } = request;
  const { of, source, sqlScope, params } = toSource({ scope, now }, resource, request);
  const byKey = options.byKey && { fields: options.byKey, descriptor: scope.descriptor };
  const columns = recordColumns(of, responseNames(of, readable, query.fields), {
    byKey,
    sqlScope,
  });
  const transaction = await begin(LIMITS);
  const { connection } = transaction;
  const fetch = async (count: number): Promise<string[]> => {
    const rows = await connection.rows<{ json: string }>(`fetch ${count} from records`);
    return rows.map(({ json }) => json);
  };
  try {
    // All rows are needed, so the plan that finds the first ones fastest would be the wrong one.
    await connection.query('set local cursor_tuple_fraction = 1');
    const declare = `declare records no scroll cursor for select ${toRow(options)}::text as json ${selectJson(source, columns)}`;
    await connection.query(declare, params.values);
    let next = fetch(BATCH.first);
    for (;;) {
      const batch = await next;
      if (batch.length === 0) return;
      // The database fetches the next records while these are written out.
      next = fetch(nextCount(batch));
      next.catch(() => undefined); // seen above, unless the reader has left
      yield batch;
    }
  } finally {
    await transaction.end('rollback');
  }
}

/** A function takes 100 arguments, an array any number. */
function toRow({ asArrayOf: names }: StreamOptions): string {
  if (!names) return 'row_to_json(x)';
  const values = names.map((name) => `x.${quoteName(name)}`);
  if (values.length <= 100) return `json_build_array(${values.join(', ')})`;
  return `json_build_array(variadic array[${values.map((value) => `to_json(${value})`).join(', ')}])`;
}

/** How many records make a batch if they are as large as the last ones. */
function nextCount(batch: readonly string[]): number {
  const size = batch.reduce((sum, json) => sum + json.length, 0);
  return Math.min(BATCH.most, Math.max(1, Math.round((BATCH.size * batch.length) / size)));
}

/** All records of a query as an SQL source, with the columns of `of`; `params` gets its parameters. */
export function toSource(
  { scope, now }: Omit<StreamReading, 'begin'>,
  resource: Resource,
  { query, readable }: StreamRequest,
): { of: Resource; source: string; sqlScope: SqlScope; params: Params } {
  const question = toCountQuery(resource, query, readable, scope);
  const params = createParams(question.params.values);
  const sqlScope = createSqlScope(scope, params);
  const { asOf } = query;
  if (asOf !== undefined) {
    const of = pastOf(resource);
    const names = responseNames(of, readable, query.fields);
    const means = { sqlScope, see: now, names, offset: 0 };
    const { tables, page } = toPastPage(resource, { ...query, asOf }, question, means);
    return { of, source: `(with ${tables} ${page})`, sqlScope, params };
  }
  const order = toOrder(resource, query.sort, sqlScope);
  const page = toPage(order, question, params, { offset: 0, after: query.after });
  return { of: resource, source: `(${page})`, sqlScope, params };
}
