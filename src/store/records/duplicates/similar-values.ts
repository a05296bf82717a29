import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Connections } from '../../connection/connections.ts';
import { findPlace, OWN, wordsColumn } from '../../schema/place.ts';
import { toCondition } from '../conditions.ts';
import { createSqlScope, type Scope } from '../scope.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import type { SimilarAnswer, SimilarPair, SimilarQuestion } from './duplicates.ts';

/** Two texts of so many common trigrams are shown; of less most are different things with a common part. */
const LEAST = 0.7;

/** Compared at a time, so that the time that is left is looked at often enough. */
const AT_ONCE = 10;

/**
 * Compares record after record with all that come after it, by the index of their words, until the time
 * is over. Each takes some milliseconds, more the more records there are; `next` goes on from there.
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
      const [row] = await connection.run({ ...params, dependsOnValues: true });
      answer.checked += Number(row![0]);
      answer.pairs.push(...(JSON.parse(row![2]) as SimilarPair[]));
      answer.next = row![1];
      if (Number(row![0]) < AT_ONCE) answer.next = null;
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
    const last = params.values.length;
    const those = `select ${OWN}._id, lower(${sql}) as v from ${table} where ${OWN}._id > $${last + 1} and ${sql} <> '' and (${condition}) order by ${OWN}._id limit ${AT_ONCE}`;
    const others =
      `select ${OWN}._id, similarity(lower(${sql}), t.v) as s from ${table} ` +
      `where t.v <<% ${wordsColumn(resource)!} and ${OWN}._id > t._id and similarity(lower(${sql}), t.v) >= ${LEAST} and (${condition})`;
    const found = `select round(o.s::numeric, 2) as similarity, json_build_array(t._id, o._id) as ids from those t cross join lateral (${others}) o order by o.s desc`;
    const whole =
      `with those as materialized (${those}) select (select count(*) from those), (select max(_id) from those), ` +
      `coalesce((select json_agg(f) from (${found}) f), '[]')::text`;
    return (from: string) => ({ text: whole, values: [...params.values, from] });
  }
}
