import type { Neighbours } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../../descriptor/filter/filter.ts';
import { OWN } from '../../schema/place.ts';
import { parseRecords } from '../../memory/free-memory.ts';
import { readRow, type Connection } from '../../connection/connection.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { toFilterSql } from '../sql/conditions.ts';
import { orderBy, toCursor, toOrder, toRangesBefore, type Order } from '../sql/order.ts';
import { listRecords, type ListReading } from './list.ts';
import { toCountQuery } from '../list-sql.ts';
import { COUNTED_AT_MOST } from '../total-sql.ts';
import { createSqlScope, type Scope } from '../sql/scope.ts';

type Asked = {
  /** The list, narrowed to what the caller may see. */
  query: Pick<ListQuery, 'filter' | 'q' | 'sort'>;
  readable: readonly string[] | undefined;
  /** The records that exist for the caller. */
  see: Filter | undefined;
};

/**
 * The records before and after a record in a list. It compares positions in the order and never skips a number of
 * rows, so it is as fast in the middle of a million records as at their beginning. A record that the filter does not
 * (or no longer) match has neighbours too: those of the place where it would be.
 */
export async function findNeighbours(
  context: ListReading,
  resource: Resource,
  id: string,
  { query, readable, see }: Asked,
): Promise<Neighbours | undefined> {
  const { connection, scope } = context;
  const question = toCountQuery(resource, query, readable, scope);
  const place = await findInOrder({ connection, scope }, resource, id, { query, readable, see });
  if (!place) return undefined;
  const { keys } = place;

  const [after, before] = await Promise.all([
    listRecords(
      context,
      resource,
      {
        ...query,
        page: 1,
        perPage: 1,
        after: toCursor(place.order, keys),
        fields: ['_id'],
        total: 'estimate',
      },
      readable,
    ),
    readBefore(),
  ]);
  const [next] = parseRecords(after);
  return {
    inList: place.inList,
    // Not counted further down than this, because counting takes longer the deeper it is.
    position: place.inList && before.count <= COUNTED_AT_MOST ? before.count + 1 : null,
    total: after.total ?? 0,
    totalIsEstimate: after.totalIsEstimate,
    previous: before.nearest,
    next: next?._id ?? null,
  };

  async function readBefore(): Promise<{ nearest: string | null; count: number }> {
    const params = createParams(question.params.values);
    const order = toOrder(resource, query.sort, createSqlScope(scope, params));
    const source = `from ${question.from} ${order.joins} where ${question.condition}`;
    const ranges = toRangesBefore(order.keys, keys, params);
    const most = COUNTED_AT_MOST + 1;
    const nearest = ranges.map(
      (range) =>
        `(select ${OWN}._id ${source} and ${range.condition} order by ${orderBy(range, true)} limit 1)`,
    );
    const all = ranges.map((range) => `(select 1 ${source} and ${range.condition} limit ${most})`);
    const text =
      `select (select _id from (${nearest.join(' union all ')}) n limit 1), ` +
      `(select count(*) from (select from (${all.join(' union all ')}) a limit ${most}) c)`;
    const dependsOnValues = query.filter !== undefined || query.q !== undefined;
    const statement = { text, values: params.values, dependsOnValues };
    const [neighbour, count] = await readRow<[string | null, number]>(connection, statement);
    return { nearest: neighbour, count };
  }
}

type InOrder = { order: Order; keys: (string | null)[]; inList: boolean };

/** A record's values of the keys of the order, and whether the list contains it. */
async function findInOrder(
  { connection, scope }: { connection: Connection; scope: Scope },
  resource: Resource,
  id: string,
  { query, readable, see }: Asked,
): Promise<InOrder | undefined> {
  const { condition, params: before } = toCountQuery(resource, query, readable, scope);
  const params = createParams(before.values);
  const sqlScope = createSqlScope(scope, params);
  const order = toOrder(resource, query.sort, sqlScope);
  const keys = order.keys.map(({ sql }) => `${sql}::text`).join(', ');
  const only = see ? ` and ${toFilterSql(resource, see, sqlScope)}` : '';
  const text =
    `select json_build_array(${keys})::text, (${condition}) is true ` +
    `from ${quoteName(resource.name)} ${OWN} ${order.joins} ` +
    `where ${OWN}._id = ${params.add(id)}${only}`;
  const [row] = await connection.run<[keys: string, inList: boolean]>({
    text,
    values: params.values,
  });
  return row && { order, keys: JSON.parse(row[0]) as (string | null)[], inList: row[1] };
}
