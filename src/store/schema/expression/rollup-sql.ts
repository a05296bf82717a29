import type { Rollup } from '../../../descriptor/expression/expression.ts';
import { MOST_LISTED, rollups, type RollupName } from '../../../descriptor/expression/rollups.ts';
import { QUOTIENT_PLACES } from '../../../fields/decimal-digits.ts';
import { texted, type Compiled } from './compile-expression.ts';

/** `from` gives the records of one record as `t`, with `value` and the sort keys `k0`, `k1` … */
export function aggregateSql(rollup: Rollup, value: Compiled | undefined, from: string): Compiled {
  const { gives } = rollups[rollup.name];
  const kind = gives === 'same' ? (value?.kind ?? 'nothing') : gives;
  return { sql: `(${toSql[rollup.name](from, rollup, value)})`, kind };
}

type ToSql = (from: string, rollup: Rollup, value: Compiled | undefined) => string;

const aggregate =
  (sql: string): ToSql =>
  (from) =>
    `select ${sql} ${from}`;

// All in `numeric`, which `percentile_cont` does not know: the one or two values in the middle.
const middle =
  '(array_agg(t.value order by t.value) filter (where t.value is not null))' +
  '[(count(t.value) + 1) / 2 : count(t.value) / 2 + 1]';

// PostgreSQL divides to 16 digits, or to the decimal places of what it divides: long numbers would lose theirs.
const places = `0.${'0'.repeat(QUOTIENT_PLACES)}`;

const toSql: Record<RollupName, ToSql> = {
  count: aggregate('count(*)'),
  sum: aggregate('coalesce(sum(t.value), 0)'),
  avg: aggregate(`avg(t.value + ${places})`),
  median: aggregate(`(select (min(v) + max(v)) * 0.5 from unnest(${middle}) v)`),
  min: aggregate('min(t.value)'),
  max: aggregate('max(t.value)'),
  first: (from, { by }) =>
    `select t.value ${from} order by ${[...by.map(toKey), 't.made', 't.record'].join(', ')} limit 1`,
  list: (from, { by }, value) => {
    const order = by.length === 0 ? 't.value' : by.map(toGroupKey).join(', ');
    const place = `row_number() over (order by ${order}, t.value)`;
    const text = texted[value?.kind ?? 'nothing']('t.value');
    const rows = `select ${text} as v, ${place} as n ${from} and t.value is not null group by t.value order by n limit ${MOST_LISTED + 1}`;
    return `select string_agg(case when u.n > ${MOST_LISTED} then '…' else u.v end, ', ' order by u.n) from (${rows}) u`;
  },
};

// An empty value comes last in both directions, as in lists.
function toKey({ isDescending }: Rollup['by'][number], at: number): string {
  return `t.k${at}${isDescending ? ' desc' : ''} nulls last`;
}

/** Equal values come where the first of them does. */
function toGroupKey({ isDescending }: Rollup['by'][number], at: number): string {
  return isDescending ? `max(t.k${at}) desc nulls last` : `min(t.k${at}) nulls last`;
}
