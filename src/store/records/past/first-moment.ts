import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';

const DAY = 86_400_000;

/**
 * The first moment of which the history knows all records: that of its first row, or the one from which it is kept.
 * Undefined where nothing has ever changed.
 */
export async function readFirstMoment(
  sql: QueryRunner,
  { name, history }: Resource,
  now: Date,
): Promise<string | undefined> {
  // Ordered, because the planner would expect a minimum of one collection anywhere in the index of all times.
  const first = await sql.value<number | undefined>(
    `select round(extract(epoch from h.at) * 1000)::float8 from backoffice.history h where h.resource = $1 order by h.resource, h.at limit 1`,
    [name],
  );
  if (first === undefined) return undefined;
  const kept = history.days === undefined ? 0 : now.getTime() - history.days * DAY;
  return new Date(Math.max(first, kept)).toISOString();
}
