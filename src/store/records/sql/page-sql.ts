import { OWN } from '../../schema/place.ts';
import type { Params } from '../../connection/sql.ts';
import { toDeepIds } from './deep-page.ts';
import type { CountQuery } from '../list-sql.ts';
import { parseCursor, toRanges, toRangesByFirst, type Order, type Range } from './order.ts';

export type Cut = { limit?: number; offset: number };

/** The records of the question in this order, from a position on. */
export function toPage(
  order: Order,
  { from, condition }: CountQuery,
  params: Params,
  { limit, offset, after }: Cut & { after: string | undefined },
): string {
  const keys = order.keys.map(({ sql }, index) => `${sql}::text as "~${index}"`).join(', ');
  const position = after === undefined ? undefined : parseCursor(order, after);
  const ranges =
    order.isShared && position === undefined && condition === 'true'
      ? toRangesByFirst(order, from)
      : toRanges(order, position, params);
  const cut = (rows: number | undefined) => (rows === undefined ? '' : ` limit ${rows}`);
  const skip = offset === 0 ? '' : ` offset ${offset}`;
  const source = `from ${from} ${order.joins} where`;
  const select = (columns: string): string => {
    const of = (one: Range) =>
      `select ${columns} ${source} ${condition} and ${one.condition} order by ${one.orderBy}`;
    const [range, ...more] = ranges;
    if (range && more.length === 0) return `${of(range)}${cut(limit)}${skip}`;
    const each = ranges.map((one) => `(${of(one)}${cut(limit && limit + offset)})`);
    return `select * from (${each.join(' union all ')}) u${cut(limit)}${skip}`;
  };
  const whole = `${OWN}.*, ${keys}`;
  // What is computed for all records is not computed again for those of the page.
  if (offset < DEEP || order.keys[0]?.unindexed) return select(whole);
  const inOrder = order.keys.map(
    ({ sql, descending }) => `${sql}${descending ? ' desc nulls last' : ''}`,
  );
  const deep = limit && toDeepIds(order, { condition, from }, { limit, offset });
  const ids = deep || select(`${OWN}._id`);
  return `select ${whole} ${source} ${OWN}._id in (${ids}) order by ${inOrder.join(', ')}`;
}

/** From so many skipped rows on, the index alone skips them if it can; reading each row takes many times as long. */
const DEEP = 1_000;
