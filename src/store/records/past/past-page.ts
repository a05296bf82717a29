import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../../descriptor/filter/filter.ts';
import type { Params } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import { pastOf } from '../../schema/past-resource.ts';
import type { CountQuery } from '../list-sql.ts';
import { type Order, orderBy, parseCursor, toOrder, toRanges } from '../sql/order.ts';
import type { SqlScope } from '../sql/scope.ts';
import { CHANGED, failIfCut, PAST, pastRecords, pastTables, rowsAfter } from './past-source.ts';

/** The parts of a statement about the records as they were at a moment. */
export type PastPage = {
  /** The common tables it needs. */
  tables: string;
  /** The records in their order, with the values of a cursor, as `toPage` returns them. */
  page: string;
  /** How many more records there were than the question finds today. */
  more: string;
  order: Order;
};

type PageOptions = {
  sqlScope: SqlScope;
  /** Which records the reader may see, as they are now. */
  see: Filter | undefined;
  names: readonly string[];
  limit?: number;
  offset: number;
  /** Fails where there are more changes since the moment; see `TOO_MANY_CHANGES`. */
  changesAtMost?: number | undefined;
};

/**
 * A page of the past: today's records that have not moved since, and those that have, where they stood. Each side is
 * ordered and cut before both are merged, so today's records come from their index; only what filter and order need is
 * known of the others until the page is found.
 */
export function toPastPage(
  resource: Resource,
  query: ListQuery & { asOf: string },
  { from, condition }: CountQuery,
  { sqlScope, see, names, limit, offset, changesAtMost }: PageOptions,
): PastPage {
  const { params } = sqlScope;
  const { asOf, filter, sort, after } = query;
  const past = pastOf(resource);
  const moment = params.add(asOf);
  const now = toOrder(resource, sort, sqlScope);
  const then = anyOrder(toOrder(past, sort, sqlScope));
  const paths = sort.map(({ path }) => path);
  const rows = rowsAfter(resource, { moment, filter, most: changesAtMost }, params);
  const tables = pastTables({ resource, rows, filter, see, paths }, sqlScope);
  const hasMoved = `exists (select from ${CHANGED} c where c._id = ${OWN}._id and c."~moved")`;
  // In the order of an index, a join would look through all changed records for each; the keys of an object are found.
  const hasStayed =
    limit === undefined
      ? `not ${hasMoved}`
      : `not coalesce((select jsonb_object_agg(c._id, null) from ${CHANGED} c where c."~moved") ? ${OWN}._id, false)`;
  const position = after === undefined ? undefined : parseCursor(now, after);
  const most = limit === undefined ? undefined : limit + offset;
  const today = inOrder(now, {
    from: `${from} ${now.joins} where ${condition} and ${hasStayed}`,
    position,
    most,
    params,
  });
  const earlier = inOrder(then, {
    from: `${PAST} ${OWN} ${then.joins} where true`,
    position,
    most,
    params,
  });
  const order = then.keys
    .map(({ descending }, at) => `"~k${at}"${descending ? ' desc nulls last' : ''}`)
    .join(', ');
  // PostgreSQL calculates a limit even if no row comes.
  const isWhole = changesAtMost === undefined ? '' : ` + 0 * ${failIfCut(changesAtMost)}`;
  const cut = `${limit === undefined ? '' : ` limit ${limit}${isWhole}`}${offset === 0 ? '' : ` offset ${offset}`}`;
  const pageSql = `select * from (${today} union all ${earlier}) u order by ${order}${cut}`;
  const keys = then.keys.map((_, at) => `p."~k${at}"::text as "~${at}"`).join(', ');
  return {
    tables,
    page:
      `select d.*, ${keys} from (${pageSql}) p left join ${CHANGED} c on c._id = p._id ` +
      `cross join lateral (${pastRecords(resource, names, moment, sqlScope)}) d order by ${order}`,
    more: `(select count(*) from ${PAST}) - (select count(*) from ${from} where ${condition} and ${hasMoved})`,
    order: now,
  };
}

type Side = {
  from: string;
  position: readonly (string | null)[] | undefined;
  /** As many rows as are needed of this side at most. */
  most: number | undefined;
  params: Params;
};

/** One side in the order of the list: `_id`, and the values that decide its place. */
function inOrder(order: Order, { from, position, most, params }: Side): string {
  const keys = order.keys.map(({ sql }, at) => `${sql} as "~k${at}"`).join(', ');
  const cut = most === undefined ? '' : ` limit ${most}`;
  return toRanges(order, position, params)
    .map((range) => {
      const rows = `select ${OWN}._id, ${keys} from ${from} and ${range.condition}`;
      return most === undefined ? `(${rows})` : `(${rows} order by ${orderBy(range)}${cut})`;
    })
    .join(' union all ');
}

/** What is required and unique today may not have been. */
function anyOrder(order: Order): Order {
  const last = order.keys.length - 1;
  const keys = order.keys.map((key, at) =>
    at === last ? key : { ...key, nullable: true, unique: false },
  );
  return { ...order, keys };
}
