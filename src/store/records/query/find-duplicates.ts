import type { Filter } from '../../../descriptor/filter/filter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { foldSql } from '../../schema/fold-function.ts';
import { findPlace, OWN, wordsColumn } from '../../schema/place.ts';
import { toCondition } from '../sql/conditions.ts';
import { createSqlScope, type Scope } from '../sql/scope.ts';
import { readRow, type Connection, type Connections } from '../../connection/connection.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** Records that share a value in a field. */
export type SameGroup = { value: string; count: number; ids: string[] };

export type SameQuestion = {
  path: string;
  /** `letters`: compares only letters and digits. */
  by: 'value' | 'letters';
  filter?: Filter | undefined;
  /** How many groups to return, the largest first. */
  most: number;
  skip: number;
};

/** Two records with similar text; `similarity` from 0 to 1, by the trigrams they share. */
type SimilarPair = { similarity: number; ids: [string, string] };

export type SimilarQuestion = {
  path: string;
  filter?: Filter | undefined;
  /** The `_id` of the last record compared before; '' starts from the beginning. */
  after: string;
  /** Milliseconds the search may take. */
  within: number;
  /** Stops after this many pairs. */
  most: number;
};

export type SimilarAnswer = {
  pairs: SimilarPair[];
  /** How many records this call compared. */
  checked: number;
  /** The last of them; null when all have been compared. */
  next: string | null;
};

/** How many records of a group are named; in a larger group hardly any two are the same thing. */
const MOST_IDS = 20;

/** The form of a text that is compared in its place. */
const compared: Record<SameQuestion['by'], (sql: string) => string> = {
  value: (sql) => `lower(btrim(regexp_replace(${sql}, '\\s+', ' ', 'g')))`,
  letters: (sql) => `regexp_replace(lower(normalize(${sql}, NFKD)), '[^[:alnum:]]+', '', 'g')`,
};

/** Whether nobody decided that two records, the first by `_id` first, are not the same. */
function isUndecided(resource: string, first: string, second: string): string {
  return `not exists (select from backoffice.distinct_pairs d where d.resource = ${resource} and d.first = ${first} and d.second = ${second})`;
}

/** The groups of records that share a value in a field, and how many groups there are. */
export async function findSameValues(
  { connection, scope }: { connection: Connection; scope: Scope },
  resource: Resource,
  { path, by, filter, most, skip }: SameQuestion,
): Promise<{ groups: SameGroup[]; total: number }> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, { filter }, undefined, sqlScope);
  const { sql } = findPlace(resource, path, `${OWN}.`, sqlScope);
  const key = compared[by](`${sql} collate "und-x-icu"`);
  const rows = `select ${key} collate "C" as v, ${OWN}._id from ${quoteName(resource.name)} ${OWN} where ${sql} is not null and (${condition})`;
  const groups = `select v, count(*) as n, (array_agg(_id order by _id))[1:${MOST_IDS}] as ids from (${rows}) x where v <> '' group by v having count(*) > 1`;
  const name = params.add(resource.name);
  // A group is left out once every two of its records are known not to be the same.
  const isOpen =
    `not exists (select from backoffice.distinct_pairs where resource = ${name}) or n > ${MOST_IDS} or ` +
    `exists (select from unnest(ids) a (id) join unnest(ids) b (id) on a.id < b.id where ${isUndecided(name, 'a.id', 'b.id')})`;
  const text =
    `with found as materialized (select * from (${groups}) g where ${isOpen}) select (select count(*) from found), ` +
    `coalesce((select json_agg(json_build_object('value', v, 'count', n, 'ids', ids)) ` +
    `from (select * from found order by n desc, v limit ${params.add(most)} offset ${params.add(skip)}) t), '[]')::text`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const [total, json] = await readRow<[number, string]>(connection, statement);
  return { total, groups: JSON.parse(json) as SameGroup[] };
}

/** The least similarity to show; below it most pairs are different things with a common part. */
const LEAST = 0.7;

/** How many records are compared at a time; small enough to check the time that is left often. */
const AT_ONCE = 10;

/**
 * Compares one record after another with all later ones, by the index of their words, until the time is over. Each
 * takes some milliseconds, more with more records; `next` continues from there.
 */
export async function findSimilarValues(
  { begin, scope }: { begin: Connections['begin']; scope: Scope },
  resource: Resource,
  { path, filter, after, within, most }: SimilarQuestion,
): Promise<SimilarAnswer> {
  const text = statement();
  const until = performance.now() + within;
  const answer: SimilarAnswer = { pairs: [], checked: 0, next: after };
  const { connection, end } = await begin({ readOnly: true, timeout: 30_000 });
  try {
    await connection.query(`set local pg_trgm.strict_word_similarity_threshold = ${LEAST}`);
    do {
      const params = text(answer.next!);
      const [checked, last, json] = await readRow<[number, string | null, string]>(connection, {
        ...params,
        dependsOnValues: true,
      });
      answer.checked += checked;
      answer.pairs.push(...(JSON.parse(json) as SimilarPair[]));
      answer.next = checked < AT_ONCE ? null : last;
    } while (answer.next !== null && answer.pairs.length < most && performance.now() < until);
    return answer;
  } finally {
    await end('rollback');
  }

  function statement() {
    const params = createParams();
    const sqlScope = createSqlScope(scope, params);
    const condition = toCondition(resource, { filter }, undefined, sqlScope);
    const { sql } = findPlace(resource, path, `${OWN}.`, sqlScope);
    const table = `${quoteName(resource.name)} ${OWN}`;
    const name = params.add(resource.name);
    const last = params.values.length;
    const those = `select ${OWN}._id, lower(${sql}) as v from ${table} where ${OWN}._id > $${last + 1} and ${sql} <> '' and (${condition}) order by ${OWN}._id limit ${AT_ONCE}`;
    const others =
      `select ${OWN}._id, similarity(lower(${sql}), t.v) as s from ${table} ` +
      `where ${foldSql('t.v')} <<% ${requireValue(wordsColumn(resource), 'words')} and ${OWN}._id > t._id and similarity(lower(${sql}), t.v) >= ${LEAST} and ${isUndecided(name, 't._id', `${OWN}._id`)} and (${condition})`;
    const pairs = `select round(o.s::numeric, 2) as similarity, json_build_array(t._id, o._id) as ids from those t cross join lateral (${others}) o order by o.s desc`;
    const whole =
      `with those as materialized (${those}) select (select count(*) from those), (select max(_id) from those), ` +
      `coalesce((select json_agg(f) from (${pairs}) f), '[]')::text`;
    return (from: string) => ({ text: whole, values: [...params.values, from] });
  }
}
