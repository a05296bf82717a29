import { asksOthers, isFieldOperand, type Filter } from './filter.ts';
import type { Declaring } from './query-term.ts';
import { resolveTokens } from './resolve-tokens.ts';
import type { Moment } from './tokens.ts';
import { readWhere } from './where.ts';

/**
 * A filter of the descriptor. Its tokens stand for something of each request, so
 * it is a thing of its own that neither the store nor an evaluation takes by mistake.
 */
export type DeclaredFilter = { unresolved: Filter };

/** Trusts its source, as `to-descriptor.ts` does: it was checked by `grammar/filter-checks.ts`. */
export function toDeclaredFilter(resource: Declaring['resource'], where: unknown): DeclaredFilter {
  const read = readWhere({ resource }, where);
  if ('problems' in read) throw new Error(read.problems.map(({ path }) => path).join(', '));
  return { unresolved: 'filter' in read ? read.filter : { and: [] } };
}

export function resolveFilter({ unresolved }: DeclaredFilter, moment: Moment): Filter {
  return resolveTokens(unresolved, moment);
}

/** Every field a filter names, on either side; of a part of an object the object. */
export function fieldsOfFilter({ unresolved }: DeclaredFilter): string[] {
  return [...new Set(pathsOf(unresolved).map((path) => path.split('.', 1)[0]!))];
}

function pathsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(pathsOf);
  if ('or' in filter) return filter.or.flatMap(pathsOf);
  if ('not' in filter) return pathsOf(filter.not);
  if (asksOthers(filter)) throw new Error('A declared filter cannot refer to other records.');
  return [filter.path, ...filter.operands.filter(isFieldOperand).map(({ field }) => field)];
}
