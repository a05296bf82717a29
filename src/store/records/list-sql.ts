import { requireEntry } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { type ListQuery, THREADS } from '../../descriptor/filter/filter.ts';
import { COLORS } from '../../descriptor/filter/seen-colors.ts';
import { OWN } from '../schema/place.ts';
import { createParams, quoteName, type Params } from '../connection/sql.ts';
import type { Statement } from '../connection/connection.ts';
import { toCondition, toFilterSql } from './sql/conditions.ts';
import { toOrder, type Order } from './sql/order.ts';
import { toPage, type Cut } from './sql/page-sql.ts';
import type { JsonColumn, PageShape } from '../wire/wire.ts';
import { responseNames, wireColumns } from '../schema/record-json.ts';
import { pastOf } from '../schema/past-resource.ts';
import { toPastPage } from './past/past-page.ts';
import { createSqlScope, type Scope, type SqlScope } from './sql/scope.ts';
import { threadCountsTable } from './sql/thread-sql.ts';
import { mayReadFromEnd, planTotal, toAbout, toTotal, type KnownTotal } from './total-sql.ts';
import { cachePerResource } from './sql/stored-fields.ts';

/** The question to count: its text is the same for every page of the same query. */
export type CountQuery = {
  from: string;
  condition: string;
  params: Params;
  key: string;
  /** The resources its answer depends on. */
  of: readonly string[];
  /** It depends on what changes without leaving history. */
  isUntold: boolean;
  /** It asks only for values of the records themselves. */
  isOwn: boolean;
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
  const others = [...sqlScope.dependencies];
  const isUntold = sqlScope.readsUntold;
  return {
    from,
    condition,
    params,
    of: [...new Set([resource.name, ...others])],
    isUntold,
    isOwn: others.length === 0 && !isUntold && query.q === undefined,
    key: JSON.stringify([from, condition, params.values]),
  };
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
export type ListStatement = Statement & {
  order: Order;
  shape: PageShape;
  /** The page is read from the end, by a remembered total. */
  isFromEnd: boolean;
};

/**
 * One statement for a page: its records as PostgreSQL stores them, plus one more if there is one. Each row begins with
 * the values for a cursor after it; one row also has the total, where the page itself does not tell it.
 */
export function toListStatement(
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  { question, known, guess, isGrouped, scope, changesAtMost }: ListMeans,
): ListStatement {
  const { perPage, after } = query;
  const params = createParams(question.params.values);
  const totalMeans = { question, known, guess, isGrouped };
  const { total, end } = planTotal(resource, query, totalMeans, { params, scope });
  const of = query.asOf === undefined ? resource : pastOf(resource);
  const names = responseNames(of, readable, query.fields);
  const { order, page, tables, more } = toOrderedPage(resource, query, names, {
    question,
    scope,
    params,
    // One record more than asked for tells whether there is a next page.
    cut: {
      limit: perPage + 1,
      offset: after === undefined ? (query.page - 1) * perPage : 0,
      end,
    },
    readable,
    isGrouped,
    changesAtMost,
  });
  const record = compileUnlessBeyond(of, `columns ${names.join()}`, { scope, params }, (sqlScope) =>
    wireColumns(of, names, sqlScope),
  );
  const counted = withThreads(resource, query, { params, page });
  const extra = [...judgedColumn(resource, query, { scope, params }), ...counted.columns];
  // A page from the start that is not full tells the total alone, so nothing is counted for it. One far from it has
  // its records counted where it can be read from the end the next time.
  const isCounted = after !== undefined || mayReadFromEnd(resource, query, totalMeans);
  const row = isCounted ? 1 : perPage + 1;
  const about = total
    ? [`case row_number() over () when ${row} then (${toAbout(total, more)}) end`]
    : [];
  const keys = order.keys.map((_, index) => `${OWN}."~${index}"`);
  return {
    text: `${withTables([...tables, ...(total?.tables ?? []), ...counted.tables])}select ${[...about, ...keys, record.sql, ...extra.map(({ sql }) => sql)].join(', ')} from ${counted.from} ${OWN}`,
    values: params.values,
    order,
    // Only such a page needs the total.
    isFromEnd: end !== undefined && page.includes(end.total),
    shape: {
      columns: [...record.columns, ...extra.map(({ column }) => column)],
      hasAbout: total !== undefined,
      keys: keys.length,
      perPage,
    },
    dependsOnValues:
      query.filter !== undefined ||
      query.q !== undefined ||
      (query.asOf !== undefined && changesAtMost === undefined),
  };
}

/** The positions of the conditions that a record meets. What other records said in the past is not looked up. */
function judgedColumn(
  resource: Resource,
  { judged, asOf }: ListQuery,
  { scope, params }: { scope: Scope; params: Params },
): { sql: string; column: JsonColumn }[] {
  if (!judged || asOf !== undefined) return [];
  const sqlScope = createSqlScope(scope, params);
  const met = judged.map(
    ({ at, filter }) => `case when ${toFilterSql(resource, filter, sqlScope)} then ${at} end`,
  );
  const sql = `array_remove(array[${met.join(', ')}]::int[], null)`;
  return [{ sql, column: { name: COLORS, form: 'plain', many: true } }];
}

/** The page as a common table, with another that counts the threads of its records. */
function withThreads(
  resource: Resource,
  { threads, asOf }: ListQuery,
  { params, page }: { params: Params; page: string },
): { tables: string[]; from: string; columns: { sql: string; column: JsonColumn }[] } {
  if (!threads || asOf !== undefined) return { tables: [], from: `(${page})`, columns: [] };
  const [rows, counts] = ['"~page"', '"~threads"'];
  const table = threadCountsTable(resource, threads, { params, page: rows, name: counts });
  const sql = `(select c.counts from ${counts} c where c.record = ${OWN}._id)`;
  return {
    tables: [`${rows} as (${page})`, table],
    from: rows,
    columns: [{ sql, column: { name: THREADS, form: 'plain' } }],
  };
}

/** Reads only the total, for a page without a row that has it. */
export function toTotalStatement(
  resource: Resource,
  query: ListQuery,
  { question, known, scope }: Omit<ListMeans, 'guess' | 'isGrouped'>,
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
  const means = { question, known, guess: undefined };
  const total = toTotal(resource, query, means, { params, scope });
  const text = withTables([...tables, ...total.tables]) + toAbout(total, more);
  return { text, values: params.values, dependsOnValues: query.asOf !== undefined };
}

type OrderedPage = {
  order: Order;
  page: string;
  /** The common tables that the page and `more` read. */
  tables: readonly string[];
  /** What the total has besides the count of today's records. */
  more: string;
};

const TODAY = { tables: [], more: '0' };

function withTables(tables: readonly string[]): string {
  return tables.length === 0 ? '' : `with ${tables.join(', ')} `;
}

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
    return { ...past, tables: [past.tables] };
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
