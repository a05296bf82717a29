import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { answerEach, readWithin, type TimedParts } from './in-time.ts';
import { COUNTED_AT_MOST, toCountQuery } from './list-sql.ts';

/** A number of records; null if counting took too long. With `more`, there are more than it says. */
export type BoundedCount = { count: number | null; more: boolean };

/** Counts the records of several queries. One that is slow to count does not stop the others. */
export function readBoundedCounts(
  { begin, scope, budget }: TimedParts,
  resource: Resource,
  queries: readonly Pick<ListQuery, 'filter' | 'q'>[],
  readable: readonly string[] | undefined,
): Promise<BoundedCount[]> {
  return answerEach(queries, async (query) => {
    const { from, condition, params } = toCountQuery(resource, query, readable, scope);
    const some = `select from ${from} where ${condition} limit ${COUNTED_AT_MOST + 1}`;
    const statement = {
      text: `select count(*) from (${some}) x`,
      values: params.values,
      dependsOnValues: true,
    };
    const counted = await readWithin(begin, budget, async (connection) => {
      const [row] = await connection.run(statement);
      return Number(row![0]);
    });
    if (counted === undefined) return { count: null, more: false };
    return { count: Math.min(counted, COUNTED_AT_MOST), more: counted > COUNTED_AT_MOST };
  });
}
