import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { checkProblems } from '../../../descriptor/rules/check-rules.ts';
import { isJudgedAt } from '../../../descriptor/rules/rules.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { quoteName } from '../../connection/sql.ts';
import { brokenSql, UNFINISHED } from '../../schema/tables/checking-triggers.ts';
import { OWN } from '../../schema/place.ts';
import type { QueryRunner } from '../../store.ts';

/**
 * From here on, checks of this record that are expressions wait until `finishWhole`, in this transaction: they may only
 * hold when the records that they count are written too.
 */
export async function beginWhole(sql: QueryRunner, resource: Resource, id: string): Promise<void> {
  if (resource.expressionChecks.length > 0)
    await sql.query('select set_config($1, $2, true)', [UNFINISHED, `${resource.name}/${id}`]);
}

/** Judges the checks that waited, and returns the problems of those that do not hold. */
export async function finishWhole(
  sql: QueryRunner,
  descriptor: Descriptor,
  resource: Resource,
  { id, write }: { id: string; write: 'create' | 'update' },
): Promise<Problem[]> {
  const { name } = resource;
  if (resource.expressionChecks.length === 0) return [];
  const waiting = resource.expressionChecks.filter(({ on }) => isJudgedAt(write, on));
  // As the triggers do: what is counted includes what other transactions have written before they released the record.
  await sql.query(`select from ${quoteName(name)} where _id = $1 for no key update`, [id]);
  const broken = waiting.map(({ expression }) => brokenSql(descriptor, resource, expression));
  const row = await sql.first<{ broken: boolean[] }>(
    `select array[${broken.join(', ')}]::boolean[] broken from ${quoteName(name)} ${OWN} where _id = $1`,
    [id],
  );
  await sql.query('select set_config($1, $2, true)', [UNFINISHED, '']);
  return waiting.flatMap((check, at) => (row?.broken[at] ? checkProblems(check) : []));
}
