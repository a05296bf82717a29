import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../../descriptor/filter/filter.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams } from '../../connection/sql.ts';
import { isComputedFromOthers } from '../../schema/place.ts';
import { toCountQuery, type CountQuery } from '../list-sql.ts';
import type { Scope } from '../sql/scope.ts';

/** Whether a list sorts by rollups that it may compute in groups. */
export function sortsByRollups(resource: Resource, { sort, asOf }: ListQuery): boolean {
  return asOf === undefined && sort.some(({ path }) => isMadeOfOthers(resource, path));
}

/**
 * Whether such a list computes them in groups, for all records at once: the other table is then read as a whole, which
 * is quicker than once for each record if at least a quarter of the records is sorted.
 */
export async function groupsRollups(
  { connection, scope }: { connection: Pick<Connection, 'rows'>; scope: Scope },
  resource: Resource,
  { filter, q }: ListQuery,
  readable: readonly string[] | undefined,
): Promise<boolean> {
  const ahead = { q, filter: filter && knownAhead(resource, filter) };
  const question = toCountQuery(resource, ahead, readable, scope);
  if (question.condition === 'true') return true;
  const all = { from: question.from, condition: 'true', params: createParams() };
  return (await expectRows(connection, question)) >= (await expectRows(connection, all)) / 4;
}

type Explanation = { 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] };

/** How many rows the planner expects. */
export async function expectRows(
  connection: Pick<Connection, 'rows'>,
  { from, condition, params }: Pick<CountQuery, 'from' | 'condition' | 'params'>,
): Promise<number> {
  const rows = await connection.rows<Explanation>(
    `explain (format json) select from ${from} where ${condition}`,
    params.values,
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

function isMadeOfOthers(resource: Resource, path: string): boolean {
  const behind = resource.through.get(path);
  if (behind) return behind.computed !== undefined && !behind.stored;
  return isComputedFromOthers(resource, path);
}

/** The part of a filter that decides for which records the values are computed at all. */
function knownAhead(resource: Resource, filter: Filter): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => knownAhead(resource, part)) };
  return 'path' in filter && isMadeOfOthers(resource, filter.path) ? { and: [] } : filter;
}
