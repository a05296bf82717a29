import { OWN } from '../../schema/place.ts';
import { createParams } from '../../connection/sql.ts';
import type { CountQuery } from '../list-sql.ts';
import { orderBy, toRanges, type Order, type Range } from './order.ts';

/**
 * The `_id`s of a page far down in an order of several keys, found by the index of the first key. The index alone
 * tells which value of it stands there, and how many records have values before it. Then only the records that share
 * the value are read and sorted, not all that come before. Nothing where another filter or table would have each
 * record read anyway.
 */
export function toDeepIds(
  { keys, joins }: Order,
  { from, condition }: Pick<CountQuery, 'from' | 'condition'>,
  { limit, offset }: { limit: number; offset: number },
): string | undefined {
  const [first, ...rest] = keys;
  const hasIndex = first && !first.unique && !first.unindexed;
  if (!hasIndex || rest.length < 2 || joins !== '' || condition !== 'true') return undefined;
  const { sql, descending, nullable } = first;
  // Only its value is asked, so the index alone answers, and empty values need no order.
  const place = toRanges({ keys: [first] }, undefined, createParams()).map(
    (range) =>
      `(select ${sql} as at from ${from} where ${range.condition} ${inOrder(range)} limit ${offset + 1})`,
  );
  const at = '(select at from place)';
  const skip = '(select rows from skip)';
  const count = (where: string) => `(select count(*) from ${from} where ${where})`;
  const end = `limit ${limit} + ${skip}`;
  // `offset 0` keeps the planner from walking the second key's index until it happens to meet enough of the group.
  const group = (where: string) =>
    `(select ${OWN}._id from (select * from ${from} where ${where} offset 0) ${OWN} order by ${orderBy({ keys: rest })} ${end})`;
  const following = (where: string, order: string) =>
    `(select ${OWN}._id from ${from} where ${where} order by ${order} ${end})`;
  const stretches = [
    group(`${sql} = ${at}`),
    following(`${sql} ${descending ? '<' : '>'} ${at}`, orderBy({ keys, isFilled: true })),
    ...(nullable
      ? [
          following(`${sql} is null and ${at} is not null`, orderBy({ keys: rest })),
          group(`${sql} is null and ${at} is null`),
        ]
      : []),
  ];
  const before = [
    count(`${sql} ${descending ? '>' : '<'} ${at}`),
    ...(nullable ? [count(`${sql} is not null and ${at} is null`)] : []),
  ];
  return (
    `with place as materialized (select at from (${place.join(' union all ')}) p limit 1 offset ${offset}), ` +
    `skip as materialized (select ${offset} - ${before.join(' - ')} as rows) ` +
    `select _id from (${stretches.join(' union all ')}) u limit ${limit} offset ${skip}`
  );
}

function inOrder(range: Range): string {
  return range.keys.length === 0 ? '' : `order by ${orderBy(range)}`;
}
