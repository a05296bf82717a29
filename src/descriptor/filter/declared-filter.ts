import { readsOtherRecords, isFieldOperand, type Filter } from './filter.ts';
import type { CheckScope } from './query-term.ts';
import { type Moment, resolveTokens, isToken } from './tokens.ts';
import { readWhere } from './where.ts';
import { operators } from '../../fields/operators.ts';

/**
 * A filter from the descriptor with unresolved tokens. It has its own type, so that
 * neither the store nor an evaluation accepts it by mistake.
 */
export type DeclaredFilter = { unresolved: Filter };

/** Reads a filter that `read/filter-checks.ts` has checked; like `to-descriptor.ts`, it trusts its source. */
export function toDeclaredFilter(resource: CheckScope['resource'], where: unknown): DeclaredFilter {
  const read = readWhere({ resource }, where);
  if ('problems' in read) throw new Error(read.problems.map(({ path }) => path).join(', '));
  return { unresolved: 'filter' in read ? read.filter : { and: [] } };
}

export function resolveFilter({ unresolved }: DeclaredFilter, moment: Moment): Filter {
  return resolveTokens(unresolved, moment);
}

/** The names of all fields in a filter, on either side. A part of an object counts as the object. */
export function fieldsOfFilter({ unresolved }: DeclaredFilter): string[] {
  return [...new Set(pathsOf(unresolved).map((path) => path.split('.', 1)[0]!))];
}

function pathsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(pathsOf);
  if ('or' in filter) return filter.or.flatMap(pathsOf);
  if ('not' in filter) return pathsOf(filter.not);
  if (readsOtherRecords(filter))
    throw new Error('A declared filter cannot refer to other records.');
  return [filter.path, ...filter.operands.filter(isFieldOperand).map(({ field }) => field)];
}

/**
 * Writes a filter in signs, for problems: `mappingType = chem, status in draft | open`.
 * It uses no words, because problems are shown in several languages.
 */
export function formatFilter(filter: Filter): string {
  if ('and' in filter) return filter.and.map(writePart).join(', ');
  if ('or' in filter) return filter.or.map(writePart).join(' | ');
  if ('not' in filter) return `not (${formatFilter(filter.not)})`;
  if (readsOtherRecords(filter)) throw new Error('A rule cannot refer to other records.');
  const { path, operator, operands } = filter;
  const { formula, takes } = operators[operator];
  const value = operands.map(writeOperand).join(takes === 'two' ? '…' : ' | ');
  return `${path} ${formula.replace('{value}', () => value)}`;
}

function writePart(filter: Filter): string {
  const isJoined = ('and' in filter && filter.and.length > 1) || 'or' in filter;
  return isJoined ? `(${formatFilter(filter)})` : formatFilter(filter);
}

function writeOperand(operand: unknown): string {
  if (isFieldOperand(operand)) return operand.field;
  if (!isToken(operand)) return String(operand);
  const { token, amount, unit } = operand;
  const offset = amount === 0 ? '' : `${amount > 0 ? '+' : ''}${amount}${unit}`;
  return `$${token}${offset}`;
}
