import type { Asking } from './query-term.ts';
import type { Filter } from './filter.ts';
import { parseWhere } from './where.ts';

/** The other resources a declared filter asks of: when their records change, so may what it lets through. */
export function askedResources(asking: Asking, where: unknown): readonly string[] {
  const parsed = parseWhere({ ...asking, where });
  const filter = 'problems' in parsed ? undefined : parsed.filter;
  return filter ? [...new Set(namesIn(filter))] : [];
}

function namesIn(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(namesIn);
  if ('or' in filter) return filter.or.flatMap(namesIn);
  if ('not' in filter) return namesIn(filter.not);
  if ('through' in filter) return [filter.target.name, ...namesIn(filter.some)];
  if (!('count' in filter)) return [];
  return [filter.count.resource.name, ...(filter.among ? namesIn(filter.among) : [])];
}
