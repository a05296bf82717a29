import type { Rollup } from '../../../descriptor/expression/expression.ts';
import { MOST_LISTED, rollups, type RollupName } from '../../../descriptor/expression/rollups.ts';
import { QUOTIENT_PLACES } from '../../../fields/text/decimal-digits.ts';
import { texted, type Compiled } from './compile-expression.ts';

type Source = {
  /** The records with the `id` that each belongs to, its `value` and the sort keys `k0`, `k1` … */
  rows: string;
  /** The `_id` whose records are meant. */
  here: string;
  /** Where to join the values of all `_id`s at once; otherwise those of one are computed for each row. */
  joins?: string[] | undefined;
};

export function aggregateSql(
  rollup: Rollup,
  value: Compiled | undefined,
  { rows, here, joins }: Source,
): Compiled {
  const { gives } = rollups[rollup.name];
  const kind = gives === 'same' ? (value?.kind ?? 'nothing') : gives;
  const isNatural = value?.isNatural ?? false;
  const how = toSql[rollup.name];
  const from = `from ${rows} t where t.id = ${here}`;
  if (typeof how === 'function') return { sql: `(${how(from, rollup, value)})`, kind, isNatural };
  const { aggregate, none } = how;
  if (!joins) return { sql: `(select ${aggregate} ${from})`, kind, isNatural };
  const values = `select t.id, ${aggregate} as value from ${rows} t group by t.id`;
  // Materialized, because parallel workers would otherwise each compute all of them.
  const groups = `(with g as materialized (${values}) select id, value from g)`;
  const joined = joinOnce(
    joins,
    (alias) => `left join ${groups} ${alias} on ${alias}.id = ${here}`,
  );
  return { sql: none === undefined ? joined : `coalesce(${joined}, ${none})`, kind, isNatural };
}

/** An expression may name a rollup twice. */
function joinOnce(joins: string[], toJoin: (alias: string) => string): string {
  const index = joins.findIndex((join, at) => join === toJoin(`g${at}`));
  const at = index < 0 ? joins.length : index;
  joins[at] = toJoin(`g${at}`);
  return `g${at}.value`;
}

/** Whether all values can be computed at once, in groups. */
export function canBeGrouped({ name }: Rollup): boolean {
  return typeof toSql[name] !== 'function';
}

/** `none`: the value of a record without any. */
type Aggregate = { aggregate: string; none?: string };
type ToSql = (from: string, rollup: Rollup, value: Compiled | undefined) => string;

// All in `numeric`, which `percentile_cont` does not know: the one or two values in the middle.
const middle =
  '(array_agg(t.value order by t.value) filter (where t.value is not null))' +
  '[(count(t.value) + 1) / 2 : count(t.value) / 2 + 1]';

// PostgreSQL divides to 16 digits, or to the decimal places of what it divides: long numbers would lose theirs.
const places = `0.${'0'.repeat(QUOTIENT_PLACES)}`;

const toSql: Record<RollupName, Aggregate | ToSql> = {
  count: { aggregate: 'count(*)', none: '0' },
  sum: { aggregate: 'coalesce(sum(t.value), 0)', none: '0' },
  avg: { aggregate: `avg(t.value + ${places})` },
  median: { aggregate: `(select (min(v) + max(v)) * 0.5 from unnest(${middle}) v)` },
  min: { aggregate: 'min(t.value)' },
  max: { aggregate: 'max(t.value)' },
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
