import type { Resource } from '../../../descriptor/descriptor.ts';
import { quoteName, type Params } from '../../connection/sql.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import { pastOf } from '../../schema/past-resource.ts';
import { sqlTypes } from '../../sql-types.ts';
import { countSince, isToldByHistory } from '../past/count-since.ts';
import type { Selection } from '../sql/conditions.ts';
import type { SqlScope } from '../sql/scope.ts';
import type { CountQuery } from '../list-sql.ts';
import type { Counts, Known, Way } from './counts.ts';

/** The values of a place to count, among the records that meet a condition. */
export type ValueQuestion = {
  resource: Resource;
  path: string;
  query: Selection['query'];
  question: Pick<CountQuery, 'from' | 'condition' | 'of' | 'key'>;
  place: Place;
  sqlScope: SqlScope;
  /** What is counted of a value, and the type of that. */
  group: { of(value: string): string; type: string };
};

/** How to read the values of a place: one row for each value of each record. */
type Source = { value: string; join: string };

const one = ({ sql }: Place): Source => ({ value: sql, join: '' });

/** A record without members is one row without a value. */
export const sources: Record<Place['shape'], (place: Place) => Source> = {
  column: one,
  part: one,
  array: ({ sql }) => ({
    value: 'm.member',
    join: `left join lateral unnest(${sql}) as m(member) on true`,
  }),
  join: ({ sql }) => ({ value: 'm.target', join: `left join ${sql} m on m.owner = ${OWN}._id` }),
};

/** A table with one column `v`: each value of each record, and null for an empty one. */
export function valuesOf(place: Place, from: string, condition: string): string {
  const { value, join } = sources[place.shape](place);
  return `(select ${value} as v from ${from} ${join} where ${condition})`;
}

/** Longer lists of values are counted each time. */
const MAX_KEPT_VALUES = 500;
const MAX_KEPT_LENGTH = 10_000;

/** Each value and how many records have it, as a table `counted` with `v` and `n`. */
export type CountedValues = {
  /** The common tables, the last of which is `counted`. */
  tables: string;
  /** What `keepValues` reads, as a JSON text; null where nothing is remembered. */
  about: string;
};

/**
 * Counts the values. A remembered count is brought up to date, in the same statement, with the values of the records
 * that have changed since.
 */
export function countValues(counts: Counts | undefined, asked: ValueQuestion): CountedValues {
  const { resource, path, query, question, place, group, sqlScope } = asked;
  const grouped = (values: string) =>
    `select ${group.of('x.v')} as v, count(*) as n from ${values} x`;
  const all = grouped(valuesOf(place, question.from, question.condition));
  const { filter, q } = query;
  const told = { resource, filter, paths: [path] };
  const isKept = q === undefined && isToldByHistory(told, question, { isVague: false });
  if (!counts || !isKept)
    return { tables: `counted as materialized (${all} group by 1)`, about: 'null::text' };
  const known = counts.values.find(keyOf(asked));
  if (!known || known.isVague)
    return { tables: `counted as materialized (${all} group by 1)`, about: about(`'counted'`) };
  const since = countSince({ ...told, question }, known, sqlScope);
  const past = findPlace(pastOf(resource), path, `${OWN}.`, sqlScope);
  const { from, where } = since.current;
  const changes = [
    readKnown(asked, known, sqlScope.params),
    `${grouped(valuesOf(place, from, where))} group by 1`,
    `select ${group.of('x.v')}, -count(*) from ${valuesOf(past, since.former, 'true')} x group by 1`,
  ];
  const holds = '(select holds from told)';
  const way = `case when not ${holds} then 'counted' when ${since.hasChanged} then 'followed' else 'same' end`;
  return {
    tables:
      `${since.tables}, told as materialized (select ${since.isTold} as holds), ` +
      `counted as materialized (` +
      `select v, sum(n)::bigint as n from (${changes.join(' union all ')}) d ` +
      `where ${holds} group by v having sum(n) <> 0 ` +
      `union all (${all} where not ${holds} group by 1))`,
    about: about(way),
  };
}

/** As many values as are remembered, with the snapshot they were counted in. */
function about(way: string): string {
  return (
    `(select json_build_array(${way}, pg_current_snapshot()::text, pg_is_in_recovery(), ` +
    `case when count(*) <= ${MAX_KEPT_VALUES} then coalesce(json_agg(json_build_array(v::text, n)), '[]')::text end)::text from counted)`
  );
}

/** Remembers what a statement with `CountedValues` answered. */
export function keepValues(
  counts: Counts | undefined,
  asked: ValueQuestion,
  answer: string | null,
) {
  if (!counts || answer === null) return;
  const [way, snapshot, isReplica, values]: [Way, string, boolean, string | null] =
    JSON.parse(answer);
  if (values !== null && values.length <= MAX_KEPT_LENGTH)
    counts.values.keep(keyOf(asked), values, { way, snapshot, isReplica });
}

function keyOf({ path, question: { key } }: ValueQuestion): string {
  return `${path} ${key}`;
}

/** Values are remembered as texts; a text has the collation of its column again, or they could not be added up. */
function readKnown({ place, group }: ValueQuestion, known: Known<string>, params: Params): string {
  const { name, collation } = sqlTypes[place.type];
  const collate =
    group.type === name && collation !== undefined
      ? ` collate ${quoteName(place.to === undefined ? collation : 'C')}`
      : '';
  const pairs = `jsonb_array_elements(${params.add(known.counted)}::jsonb) e`;
  return `select (e ->> 0)::${group.type}${collate} as v, (e ->> 1)::bigint as n from ${pairs}`;
}
