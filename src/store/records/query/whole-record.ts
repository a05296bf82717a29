import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isJudgedAt } from '../../../descriptor/rules/rules.ts';
import { storedRulesOf } from '../../../descriptor/rules/stored-rules.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { quoteName } from '../../connection/sql.ts';
import { dependenciesOf } from '../../schema/expression/dependencies.ts';
import { UNFINISHED } from '../../schema/tables/checking-triggers.ts';
import { readingOf } from '../../schema/tables/reading-of.ts';
import { WRITER } from '../../schema/writer.ts';
import { brokenSql } from '../rules/broken-sql.ts';
import { OWN } from '../../schema/place.ts';
import type { QueryRunner } from '../../store.ts';

/**
 * From here on, the stored checks of this record wait until `finishWhole`, in this transaction: they may only hold when
 * the records that they count are written too. Returns the record as it is.
 */
export async function beginWhole(
  sql: QueryRunner,
  resource: Resource,
  { id, userId }: { id: string; userId: string | null },
): Promise<object | undefined> {
  const { name } = resource;
  if (storedRulesOf(resource).length === 0) return undefined;
  const settings = [UNFINISHED, `${name}/${id}`, WRITER, userId ?? ''];
  await sql.query('select set_config($1, $2, true), set_config($3, $4, true)', settings);
  const text = `select to_jsonb(${OWN}) record from ${quoteName(name)} ${OWN} where _id = $1`;
  return (await sql.first<{ record: object }>(text, [id]))?.record;
}

/** Judges the checks that waited, and returns the problems of those that do not hold. */
export async function finishWhole(
  sql: QueryRunner,
  descriptor: Descriptor,
  resource: Resource,
  { id, write, before }: { id: string; write: 'create' | 'update'; before: object | undefined },
): Promise<Problem[]> {
  const { name } = resource;
  const rules = storedRulesOf(resource);
  if (rules.length === 0) return [];
  const waiting = rules.filter(({ on }) => isJudgedAt(write, on));
  // As the triggers do: what is counted includes what other transactions have written before they released the record.
  await sql.query(`select from ${quoteName(name)} where _id = $1 for no key update`, [id]);
  const broken = waiting.map((rule) => {
    const isBroken = brokenSql(descriptor, resource, rule, 'b.');
    if (rule.isCounting || write === 'create') return isBroken;
    // What does not count other records is judged when the record itself has changed.
    const { own } = dependenciesOf(descriptor, resource, readingOf(rule.holds));
    const differs = [...own].map(
      (column) => `${OWN}.${quoteName(column)} is distinct from b.${quoteName(column)}`,
    );
    return `((${differs.join(' or ') || 'false'}) and ${isBroken})`;
  });
  const row = await sql.first<{ broken: boolean[] }>(
    `select array[${broken.join(', ')}]::boolean[] broken from ${quoteName(name)} ${OWN}, ` +
      `jsonb_populate_record(null::${quoteName(name)}, $2::jsonb) b where ${OWN}._id = $1`,
    [id, JSON.stringify(before ?? {})],
  );
  await sql.query('select set_config($1, $2, true)', [UNFINISHED, '']);
  return waiting.flatMap(({ problems }, at) => (row?.broken[at] ? problems : []));
}
