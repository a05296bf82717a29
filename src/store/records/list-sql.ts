import { requireEntry } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { OWN } from '../schema/place.ts';
import { createParams, quoteName, type Params } from '../connection/sql.ts';
import type { Statement } from '../connection/connection.ts';
import { toCondition, otherResourcesOf } from './sql/conditions.ts';
import { toOrder, type Order } from './sql/order.ts';
import { toPage, type Cut } from './sql/page-sql.ts';
import type { PageShape } from '../wire/wire.ts';
import { responseNames, wireColumns } from '../schema/record-json.ts';
import { pastOf } from '../schema/past-resource.ts';
import { toPastPage } from './past/past-page.ts';
import { createSqlScope, type Scope, type SqlScope } from './sql/scope.ts';
import { stillHolds } from './query/still-holds.ts';
import type { KnownTotal } from './query/totals.ts';
import { cachePerResource } from './sql/stored-fields.ts';

/** Larger totals are not counted where an estimate will do. */
export const COUNTED_AT_MOST = 10_000;

/** The question to count: its text is the same for every page of the same query. */
export type CountQuery = {
  from: string;
  condition: string;
  params: Params;
  key: string;
  /** The resources its answer depends on. */
  of: readonly string[];
};

export function toCountQuery(
  resource: Resource,
  query: Pick<ListQuery, 'filter' | 'q'>,
  readable: readonly string[] | undefined,
  scope: Scope,
): CountQuery {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, query, readable, sqlScope);
  const from = `${quoteName(resource.name)} ${OWN}`;
  const of = [
    ...new Set([resource.name, ...otherResourcesOf(query.filter), ...sqlScope.dependencies]),
  ];
  return { from, condition, params, of, key: JSON.stringify([from, condition, params.values]) };
}

type ListMeans = {
  question: CountQuery;
  known: KnownTotal | undefined;
  /** A close enough total of today, so that only what the past has more is counted. */
  guess: number | undefined;
  /** Rollups are computed for all records at once (`groupsRollups`). */
  isGrouped: boolean;
  /** Fails where more has changed since the moment of a list of the past; its plan then fits all moments. */
  changesAtMost?: number | undefined;
  scope: Scope;
};

/** A statement for a page, and how to read its rows. */
export type ListStatement = Statement & { order: Order; shape: PageShape };

/**
 * One statement for a page: its records as PostgreSQL stores them, plus one more if there is one. Each row begins with
 * the values for a cursor after it; one row also has the total, where the page itself does not tell it.
 */
export function toListStatement(
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  { question, known: knownTotal, guess, isGrouped, scope, changesAtMost }: ListMeans,
): ListStatement {
  const { perPage, after } = query;
  const params = createParams(question.params.values);
  const offset = after === undefined ? (query.page - 1) * perPage : 0;
  // One record more than asked for tells whether there is a next page.
  const cut = { limit: perPage + 1, offset };
  const of = query.asOf === undefined ? resource : pastOf(resource);
  const names = responseNames(of, readable, query.fields);
  const { order, page, tables, more } = toOrderedPage(resource, query, names, {
    question,
    scope,
    params,
    cut,
    readable,
    isGrouped,
    changesAtMost,
  });
  const record = compileUnlessBeyond(of, `columns ${names.join()}`, { scope, params }, (sqlScope) =>
    wireColumns(of, names, sqlScope),
  );
  const hasAbout = query.total !== 'none' && (guess === undefined || query.asOf !== undefined);
  // A page from the start that is not full tells the total alone, so nothing is counted for it.
  const row = after === undefined ? perPage + 1 : 1;
  const about = hasAbout
    ? [
        `case row_number() over () when ${row} then (${toTotal(query, question, { known: knownTotal, guess }, { params, more })}) end`,
      ]
    : [];
  const keys = order.keys.map((_, index) => `${OWN}."~${index}"`);
  return {
    text: `${tables}select ${[...about, ...keys, record.sql].join(', ')} from (${page}) ${OWN}`,
    values: params.values,
    order,
    shape: { columns: record.columns, hasAbout, keys: keys.length, perPage },
    dependsOnValues:
      query.filter !== undefined ||
      query.q !== undefined ||
      (query.asOf !== undefined && changesAtMost === undefined),
  };
}

/** Reads only the total, for a page without a row that has it. */
export function toTotalStatement(
  resource: Resource,
  query: ListQuery,
  { question, known: knownTotal, scope }: Omit<ListMeans, 'guess' | 'isGrouped'>,
): Statement {
  const params = createParams(question.params.values);
  // A position would add parameters that nothing reads.
  const { after: _, ...fromStart } = query;
  const { tables, more } =
    query.asOf === undefined
      ? TODAY
      : toOrderedPage(resource, fromStart, [], {
          question,
          scope,
          params,
          cut: { limit: 0, offset: 0 },
          readable: undefined,
          isGrouped: false,
        });
  const text =
    tables + toTotal(query, question, { known: knownTotal, guess: undefined }, { params, more });
  return { text, values: params.values, dependsOnValues: query.asOf !== undefined };
}

type OrderedPage = {
  order: Order;
  page: string;
  /** The common tables that the page and `more` read. */
  tables: string;
  /** What the total has besides the count of today's records. */
  more: string;
};

const TODAY = { tables: '', more: '0' };

/** A page of the records as they are or, if the query says so, as they were. */
function toOrderedPage(
  resource: Resource,
  query: ListQuery,
  names: readonly string[],
  means: Pick<ListMeans, 'question' | 'scope' | 'isGrouped' | 'changesAtMost'> & {
    params: Params;
    cut: Cut;
    readable: readonly string[] | undefined;
  },
): OrderedPage {
  const { question, scope, params, cut, readable, isGrouped, changesAtMost } = means;
  const { asOf } = query;
  if (asOf !== undefined) {
    const sqlScope = createSqlScope(scope, params);
    const see = scope.rowsOf?.(resource)?.see;
    const past = toPastPage(resource, { ...query, asOf }, question, {
      sqlScope,
      see,
      names,
      changesAtMost,
      ...cut,
    });
    return { ...past, tables: `with ${past.tables} ` };
  }
  const { sort, after } = query;
  if (isGrouped) {
    // What the filter and the order have in common is joined once.
    const groups: string[] = [];
    const sqlScope = createSqlScope(scope, params);
    const condition = toCondition(resource, query, readable, { ...sqlScope, groups });
    const order = toOrder(resource, sort, sqlScope, groups);
    return {
      order,
      page: toPage(order, { ...question, condition }, params, { ...cut, after }),
      ...TODAY,
    };
  }
  const order = compileUnlessBeyond(
    resource,
    `order ${JSON.stringify(sort)}`,
    { scope, params },
    (sqlScope) => toOrder(resource, sort, sqlScope),
  );
  return { order, page: toPage(order, question, params, { ...cut, after }), ...TODAY };
}

/** Today's total, the snapshot it was counted in, and what the past has more, as a JSON array. */
function toTotal(
  { total }: ListQuery,
  { from, condition, of }: CountQuery,
  { known: knownTotal, guess }: Pick<ListMeans, 'known' | 'guess'>,
  { params, more }: { params: Params; more: string },
): string {
  const most = total === 'exact' ? '' : ` limit ${COUNTED_AT_MOST + 1}`;
  const counted = `(select count(*) from (select from ${from} where ${condition}${most}) c)`;
  if (guess !== undefined) return toAbout(`${params.add(guess)}::bigint`, more);
  const sql = knownTotal
    ? `case when ${stillHolds(of, knownTotal, params)} then ${params.add(knownTotal.total)}::bigint else ${counted} end`
    : counted;
  return toAbout(sql, more);
}

function toAbout(total: string, more: string): string {
  return `select json_build_array(${total}, pg_current_snapshot()::text, pg_is_in_recovery(), ${more})::text`;
}

/**
 * Returns what `make` makes, once per resource and key. A text with a parameter is not remembered, and one that
 * looks at other records is not used for a reader who sees only some of those.
 */
function compileUnlessBeyond<T>(
  resource: Resource,
  key: string,
  { scope, params }: { scope: Scope; params: Params },
  make: (sqlScope: SqlScope) => T,
): T {
  const once = cachePerResource(resource, key, () => {
    const own = createParams();
    const sqlScope = createSqlScope({ descriptor: scope.descriptor }, own);
    const result = make(sqlScope);
    return own.values.length === 0
      ? { made: result, asked: [...sqlScope.dependencies] }
      : undefined;
  });
  const seesAll = (name: string) =>
    !scope.rowsOf?.(requireEntry(scope.descriptor.resources, name))?.see;
  return once?.asked.every(seesAll) ? once.made : make(createSqlScope(scope, params));
}
