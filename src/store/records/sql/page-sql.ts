import { OWN } from '../../schema/place.ts';
import type { Params } from '../../connection/sql.ts';
import { toDeepIds } from './deep-page.ts';
import type { CountQuery } from '../list-sql.ts';
import {
  orderBy,
  parseCursor,
  toRanges,
  toRangesByFirst,
  type Order,
  type Range,
} from './order.ts';

export type Cut = {
  limit?: number;
  offset: number;
  /** Reads the page from the end of the list. */
  end?: End | undefined;
};

/** The exact number of records as SQL, and at most how many of them are behind the offset. */
export type End = { total: string; restAtMost: number };

/** The records of the question in this order, from a position on. */
export function toPage(
  order: Order,
  { from, condition }: CountQuery,
  params: Params,
  { limit, offset, after, end }: Cut & { after: string | undefined },
): string {
  const keys = order.keys.map(({ sql }, index) => `${sql}::text as "~${index}"`).join(', ');
  const position = after === undefined ? undefined : parseCursor(order, after);
  const ranges =
    order.isShared && position === undefined && condition === 'true'
      ? toRangesByFirst(order, from)
      : toRanges(order, position, params);
  const source = `from ${from} ${order.joins} where`;
  const ordered = { ranges, source: `${source} ${condition} and` };
  const whole = `${OWN}.*, ${keys}`;
  // What is computed for all records is not computed again for those of the page.
  if (!end && (offset < DEEP || order.keys[0]?.unindexed))
    return selectFrom(ordered, whole, { limit, offset });
  const inOrder = order.keys.map(
    ({ sql, descending }) => `${sql}${descending ? ' desc nulls last' : ''}`,
  );
  return `select ${whole} ${source} ${OWN}._id in (${idsOfPage()}) order by ${inOrder.join(', ')}`;

  function idsOfPage(): string {
    const isFar = !end || end.restAtMost > NEAR_END;
    const deep = isFar && limit && toDeepIds(order, { condition, from }, { limit, offset });
    if (deep) return deep;
    if (!end || limit === undefined) return selectFrom(ordered, `${OWN}._id`, { limit, offset });
    return selectFromEnd(ordered, { limit, offset }, end);
  }
}

type Ordered = { ranges: readonly Range[]; source: string };

function selectFrom({ ranges, source }: Ordered, columns: string, { limit, offset }: Cut): string {
  const cut = (rows: number | undefined) => (rows === undefined ? '' : ` limit ${rows}`);
  const skip = offset === 0 ? '' : ` offset ${offset}`;
  const of = (range: Range) =>
    `select ${columns} ${source} ${range.condition} order by ${orderBy(range)}`;
  const [range, ...more] = ranges;
  if (range && more.length === 0) return `${of(range)}${cut(limit)}${skip}`;
  const each = ranges.map((one) => `(${of(one)}${cut(limit && limit + offset)})`);
  return `select * from (${each.join(' union all ')}) u${cut(limit)}${skip}`;
}

/** The `_id`s of a page, read backwards from the end of the list. */
function selectFromEnd(
  { ranges, source }: Ordered,
  { limit, offset }: { limit: number; offset: number },
  { total, restAtMost }: End,
): string {
  // PostgreSQL plans for a tenth of the table where it does not see a limit.
  const each = ranges.map(
    (range) =>
      `(select ${OWN}._id ${source} ${range.condition} order by ${orderBy(range, true)} limit ${restAtMost})`,
  );
  return (
    `select _id from (${each.toReversed().join(' union all ')}) u ` +
    `limit greatest(least(${limit}, ${total} - ${offset}), 0) offset greatest(${total} - ${offset + limit}, 0)`
  );
}

/** From so many skipped rows on, the index alone skips them if it can; reading each row takes many times as long. */
const DEEP = 1_000;

/** Reading so many rows back from the end is quicker than finding the page by an index of the first key. */
const NEAR_END = 10_000;
