import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import { readRow } from '../../connection/connection.ts';
import { answerEach, readWithin, type TimedReading } from '../sql/in-time.ts';
import { toCountQuery } from '../list-sql.ts';
import { COUNTED_AT_MOST } from '../total-sql.ts';

/** A number of records; null if counting took too long. With `more`, there are more than it says. */
export type BoundedCount = { count: number | null; more: boolean };

/** Milliseconds for all counts of a request, as they use connections that counts of values need too. */
const MAX_COUNTING_MS = 1_000;

const UNCOUNTED: BoundedCount = { count: null, more: false };

/** Counts the records of several queries. One that is slow to count does not stop the others, within a second. */
export function readBoundedCounts(
  { begin, scope, budget }: TimedReading,
  resource: Resource,
  queries: readonly Pick<ListQuery, 'filter' | 'q'>[],
  readable: readonly string[] | undefined,
): Promise<BoundedCount[]> {
  const started = performance.now();
  return answerEach(queries, async (query) => {
    if (performance.now() - started > MAX_COUNTING_MS) return UNCOUNTED;
    const { from, condition, params } = toCountQuery(resource, query, readable, scope);
    const some = `select from ${from} where ${condition} limit ${COUNTED_AT_MOST + 1}`;
    const statement = {
      text: `select count(*) from (${some}) x`,
      values: params.values,
      dependsOnValues: true,
    };
    const counted = await readWithin(begin, budget, async (connection) => {
      const [count] = await readRow<[string]>(connection, statement);
      return Number(count);
    });
    if (counted === undefined) return UNCOUNTED;
    return { count: Math.min(counted, COUNTED_AT_MOST), more: counted > COUNTED_AT_MOST };
  });
}
