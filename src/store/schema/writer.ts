import type { Resource } from '../../descriptor/descriptor.ts';
import type { QueryRunner } from '../store.ts';

/** The setting in which a statement says who writes, for the triggers that judge checks. */
export const WRITER = 'backoffice.writer';

/** The setting that names the records which come back as a whole version in this transaction, as a JSON array. */
export const RETURNING = 'backoffice.returning';

/** From here on, these records take no step in this transaction: they only return to states that they had. */
export async function beginReturn(
  sql: QueryRunner,
  { name }: Pick<Resource, 'name'>,
  ids: readonly string[],
): Promise<void> {
  const whole = JSON.stringify(ids.map((id) => `${name}/${id}`));
  await sql.query('select set_config($1, $2, true)', [RETURNING, whole]);
}
