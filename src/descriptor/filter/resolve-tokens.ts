import type { Filter } from './filter.ts';
import { isToken, resolveToken, type Moment } from './tokens.ts';

/** The filter as it is meant now and by this caller. Only such a filter reaches SQL, so a total is never that of another day. */
export function resolveTokens(filter: Filter, moment: Moment = nobodyNow()): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => resolveTokens(part, moment)) };
  if ('or' in filter) return { or: filter.or.map((part) => resolveTokens(part, moment)) };
  if ('not' in filter) return { not: resolveTokens(filter.not, moment) };
  if ('through' in filter) return { ...filter, some: resolveTokens(filter.some, moment) };
  if (!filter.operands.some(isToken)) return filter;
  const operands = filter.operands.map((operand) =>
    // No record refers to '', so what is asked of nobody's holds for none.
    isToken(operand) ? (resolveToken(operand, moment) ?? '') : operand,
  );
  return { ...filter, operands };
}

export function nobodyNow(): Moment {
  return { now: new Date(), userId: null };
}
