import type { Resource } from '../../../descriptor/descriptor.ts';
import { quoteName } from '../../connection/sql.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import { pastOf } from '../../schema/past-resource.ts';
import { sqlTypes } from '../../sql-types.ts';
import { countSince, isToldByHistory } from '../past/count-since.ts';
import type { Selection } from '../sql/conditions.ts';
import type { SqlScope } from '../sql/scope.ts';
import type { CountQuery } from '../list-sql.ts';
import { FOLLOWED_FROM, type Counts, type Known, type Way } from './counts.ts';

/** The values of a place to count, among the records that meet a condition. */
export type ValueQuestion = {
  resource: Resource;
  path: string;
  query: Selection['query'];
  question: CountQuery;
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
/** Characters of a question with its answer. */
const MAX_KEPT_LENGTH = 20_000;

/** Each value and how many records have it, as a table `counted` with `v` and `n`. */
export type CountedValues = {
  /** The common tables, the last of which is `counted`. */
  tables: string;
  /** What `keep` reads, as a JSON text; null where nothing is remembered. */
  about: string;
  /** Remembers what a statement with `about` answered. */
  keep(answer: string | null): void;
};

/**
 * Counts the values. A remembered count is brought up to date, in the same statement, with the values of the records
 * that have changed since.
 */
export function countValues(counts: Counts | undefined, asked: ValueQuestion): CountedValues {
  const { resource, path, query, question, place, group, sqlScope } = asked;
  const { from, condition } = question;
  const all = `${grouped(group, valuesOf(place, from, condition))} group by 1`;
  const alone = `counted as materialized (${all})`;
  const told = { resource, filter: query.filter, paths: [path] };
  const isOwn = question.isOwn && sqlScope.dependencies.size === 0 && !sqlScope.readsUntold;
  if (!counts || !isToldByHistory(told, { isOwn }))
    return { tables: alone, about: 'null::text', keep: () => undefined };
  // All that the answer depends on: the row rules are in the condition, the time zone in what is counted of a value.
  const key = JSON.stringify([group.type, all, question.key]);
  const known = counts.values.find(key);
  const keep = (answer: string | null): void => {
    if (answer === null || key.length + answer.length > MAX_KEPT_LENGTH) return;
    const [way, snapshot, isReplica, values]: [Way, string, boolean, string] = JSON.parse(answer);
    counts.values.keep(key, values, { way, snapshot, isReplica, from: known });
  };
  if (!known || known.isVague) return { tables: alone, about: aboutSql(`'counted'`), keep };
  const since = countSince({ ...told, question }, known, sqlScope);
  const past = findPlace(pastOf(resource), path, `${OWN}.`, sqlScope);
  const changes = [
    readKnown(asked, known),
    `${grouped(group, valuesOf(place, since.current.from, since.current.where))} group by 1`,
    `select ${group.of('x.v')}, -count(*) from ${valuesOf(past, since.former, 'true')} x group by 1`,
  ];
  const holds = '(select holds from told)';
  // Changes by hand leave no history, so a value can leave more records than were counted with it.
  const isTold = `${since.isTold} and not exists (select from followed where n < 0)`;
  const way = `case when not ${holds} then 'counted' when ${since.hasChanged} then 'followed' else 'same' end`;
  return {
    tables:
      `${since.tables}, followed as materialized (` +
      `select v, sum(n)::bigint as n from (${changes.join(' union all ')}) d ` +
      `where ${since.isTold} group by v having sum(n) <> 0), ` +
      `told as materialized (select ${isTold} as holds), ` +
      `counted as materialized (select v, n from followed where ${holds} ` +
      // With an offset, the condition stays outside, or PostgreSQL starts workers that have nothing to do.
      `union all select v, n from (${all} offset 0) a where ${holds} is false)`,
    about: aboutSql(way),
    keep,
  };
}

function grouped({ of }: ValueQuestion['group'], values: string): string {
  return `select ${of('x.v')} as v, count(*) as n from ${values} x`;
}

/** The values with the snapshot they were counted in; they are written only where they are worth remembering. */
function aboutSql(way: string): string {
  const isKept =
    `(select count(*) <= ${MAX_KEPT_VALUES} and sum(n) >= ${FOLLOWED_FROM} ` +
    `and coalesce(sum(length(v::text)), 0) <= ${MAX_KEPT_LENGTH} from counted)`;
  return (
    `(case when ${isKept} then (select json_build_array(${way}, pg_current_snapshot()::text, pg_is_in_recovery(), ` +
    `json_agg(json_build_array(v::text, n))::text)::text from counted) end)`
  );
}

/** Values are remembered as texts; a text has the collation of its column again, or they could not be added up. */
function readKnown(
  { place, group, sqlScope: { params } }: ValueQuestion,
  { counted }: Known<string>,
): string {
  const { type, collation } = place;
  const isWhole = group.type === sqlTypes[type].name && collation !== undefined;
  const collate = isWhole ? ` collate ${quoteName(collation)}` : '';
  const pairs = `jsonb_array_elements(${params.add(counted)}::jsonb) e`;
  return `select (e ->> 0)::${group.type}${collate} as v, (e ->> 1)::bigint as n from ${pairs}`;
}
