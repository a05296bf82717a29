import type { Resource } from '../../../descriptor/descriptor.ts';
import { findPlace, OWN } from '../../schema/place.ts';
import { toCondition } from '../conditions.ts';
import { createSqlScope, type Scope } from '../scope.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import type { SameGroup, SameQuestion } from './duplicates.ts';

/** So many records of a group are named; of more than these hardly any two are the same thing. */
const MOST_IDS = 20;

/** What is compared of a text, in place of it. */
const compared: Record<SameQuestion['by'], (sql: string) => string> = {
  value: (sql) => `lower(btrim(regexp_replace(${sql}, '\\s+', ' ', 'g')))`,
  letters: (sql) => `regexp_replace(lower(normalize(${sql}, NFKD)), '[^[:alnum:]]+', '', 'g')`,
};

/** The groups of records that hold the same in a field, and how many groups there are. */
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
  const text =
    `with found as materialized (${groups}) select (select count(*) from found), ` +
    `coalesce((select json_agg(json_build_object('value', v, 'count', n, 'ids', ids)) ` +
    `from (select * from found order by n desc, v limit ${params.add(most)} offset ${params.add(skip)}) t), '[]')::text`;
  const [row] = await connection.run({ text, values: params.values, dependsOnValues: true });
  return { total: Number(row![0]), groups: JSON.parse(row![1]) as SameGroup[] };
}
