import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import { OWN } from '../place.ts';
import { createParams, quoteName, quoteText, type Params } from '../sql.ts';
import type { Statement } from '../session.ts';
import { toCondition } from './conditions.ts';
import { compileUnlessBeyond } from './compile-unless-beyond.ts';
import { parseCursor } from './cursor.ts';
import { toDeepIds } from './deep-page.ts';
import { askedOf } from './hops.ts';
import { toOrder, type Order } from './order.ts';
import { toRanges, type Range } from './ranges.ts';
import { answeredNames, recordColumns, selectJson } from './record-json.ts';
import { createSight, type Scope } from './sight.ts';
import type { KnownTotal } from './totals.ts';

/** More than so many are not counted where an estimate will do. */
export const COUNTED_AT_MOST = 10_000;

export type ListStatement = Statement & { order: Order };

/** What is counted: the same text for the same question, whatever page is asked for. */
export type Question = {
  from: string;
  condition: string;
  params: Params;
  key: string;
  /** The resources its answer hangs on. */
  of: readonly string[];
};

export function toQuestion(
  resource: Resource,
  query: Pick<ListQuery, 'filter' | 'q'>,
  readable: readonly string[] | undefined,
  scope: Scope,
): Question {
  const params = createParams();
  const sight = createSight(scope, params);
  const condition = toCondition(resource, query, readable, sight);
  const from = `${quoteName(resource.name)} ${OWN}`;
  const of = [...new Set([resource.name, ...askedOf(query.filter), ...sight.asked])];
  return { from, condition, params, of, key: JSON.stringify([from, condition, params.values]) };
}

export type ListMeans = {
  question: Question;
  known: KnownTotal | undefined;
  /** Near enough, so that nothing is counted. */
  guess: number | undefined;
  scope: Scope;
};

/**
 * One statement for a page: its records with one more if there is one, the number of them, the values
 * for a cursor after the page, the total, and the snapshot all of it was seen in.
 */
export function toListStatement(
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  { question, known, guess, scope }: ListMeans,
): ListStatement {
  const { perPage, after } = query;
  const params = createParams(question.params.values);
  const order = compileUnlessBeyond(
    resource,
    `order ${JSON.stringify(query.sort)}`,
    { scope, params },
    (sight) => toOrder(resource, query.sort, sight),
  );
  const offset = after === undefined ? (query.page - 1) * perPage : 0;
  // One record more than asked for tells whether there is a next page.
  const page = toPage(order, question, after, params, { limit: perPage + 1, offset });
  const names = answeredNames(resource, readable, query.fields);
  const columns = compileUnlessBeyond(
    resource,
    `columns ${names.join()}`,
    { scope, params },
    (sight) => recordColumns(resource, names, { sight }),
  );
  const keys = order.keys.map((_, index) => `(array_agg(${OWN}."~${index}"))[${perPage}]`);
  const total = toTotal(
    query,
    question,
    { known, guess },
    params,
    after === undefined ? offset : undefined,
  );
  // Cut where it is read: to number, slice and join the texts of the rows takes as long as to find them.
  const text =
    `select json_agg(x)::text, count(*)::int, ` +
    `case when count(*) > ${perPage} then json_build_array(${keys.join(', ')})::text end, ` +
    `${total}, pg_current_snapshot()::text, pg_is_in_recovery() ${selectJson(`(${page})`, columns)}`;
  const dependsOnValues = query.filter !== undefined || query.q !== undefined;
  return { text, values: params.values, order, dependsOnValues };
}

/** The records of the question in the order, from a position on. */
export function toPage(
  order: Order,
  { from, condition }: Question,
  after: string | undefined,
  params: Params,
  { limit, offset }: { limit?: number; offset: number },
): string {
  const keys = order.keys.map(({ sql }, index) => `${sql}::text as "~${index}"`).join(', ');
  const position = after === undefined ? undefined : parseCursor(order, after);
  const ranges = toRanges(order, position, params);
  const cut = (rows: number | undefined) => (rows === undefined ? '' : ` limit ${rows}`);
  const skip = offset === 0 ? '' : ` offset ${offset}`;
  const source = `from ${from} ${order.joins} where`;
  const select = (columns: string): string => {
    const of = (range: Range) =>
      `select ${columns} ${source} ${condition} and ${range.condition} order by ${range.orderBy}`;
    if (ranges.length === 1) return `${of(ranges[0]!)}${cut(limit)}${skip}`;
    const each = ranges.map((range) => `(${of(range)}${cut(limit && limit + offset)})`);
    return `select * from (${each.join(' union all ')}) u${cut(limit)}${skip}`;
  };
  const whole = `${OWN}.*, ${keys}`;
  if (offset < DEEP) return select(whole);
  const inOrder = order.keys.map(
    ({ sql, descending }) => `${sql}${descending ? ' desc nulls last' : ''}`,
  );
  const deep = limit && toDeepIds(order, { condition, from }, { limit, offset });
  const ids = deep || select(`${OWN}._id`);
  return `select ${whole} ${source} ${OWN}._id in (${ids}) order by ${inOrder.join(', ')}`;
}

/** So many rows are passed over in the index alone, where it can; reading each of them only to pass over it takes many times as long. */
const DEEP = 1_000;

function toTotal(
  { perPage, total }: ListQuery,
  { from, condition, of }: Question,
  { known, guess }: Pick<ListMeans, 'known' | 'guess'>,
  params: Params,
  offset: number | undefined,
): string {
  if (total === 'none') return 'null';
  const matching = `select from ${from} where ${condition}`;
  const most = total === 'exact' ? '' : ` limit ${COUNTED_AT_MOST + 1}`;
  const counted = guess === undefined ? `(select count(*) from (${matching}${most}) c)` : 'null';
  const cases = [
    // A page that is not full tells the total by itself.
    ...(offset === undefined
      ? []
      : [
          `when count(*) <= ${perPage} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*)`,
        ]),
    ...(known
      ? [`when ${stillHolds(of, known, params)} then ${params.add(known.total)}::bigint`]
      : []),
  ];
  return cases.length === 0 ? counted : `case ${cases.join(' ')} else ${counted} end`;
}

/**
 * No transaction that the snapshot did not see has left history of the resources. Asked for the last
 * one, in order: for mere existence the planner expects to meet one soon, and reads the whole table.
 */
function stillHolds(of: readonly string[], { xmax, running }: KnownTotal, params: Params): string {
  const began = `h.xid >= ${params.add(xmax)}::xid8`;
  const ran = running.length > 0 ? [`h.xid = any(${params.add(running)}::xid8[])`] : [];
  const last = (name: string, condition: string) =>
    `(select h.xid from backoffice.history h where h.resource = ${quoteText(name)} ` +
    `and ${condition} order by h.resource desc, h.xid desc limit 1) is null`;
  return of.flatMap((name) => [began, ...ran].map((each) => last(name, each))).join(' and ');
}
