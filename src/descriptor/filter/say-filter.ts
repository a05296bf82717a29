import { operators } from '../../fields/operators.ts';
import { asksOthers, isFieldOperand, type Filter } from './filter.ts';
import { isToken } from './tokens.ts';

/**
 * A filter in signs, for problems: `mappingType = chem, status in draft | open`.
 * In no language, as a problem is said in several.
 */
export function sayFilter(filter: Filter): string {
  if ('and' in filter) return filter.and.map(sayPart).join(', ');
  if ('or' in filter) return filter.or.map(sayPart).join(' | ');
  if ('not' in filter) return `not (${sayFilter(filter.not)})`;
  if (asksOthers(filter)) throw new Error('A rule cannot refer to other records.');
  const { path, operator, operands } = filter;
  const { formula, takes } = operators[operator];
  const value = operands.map(sayOperand).join(takes === 'two' ? '…' : ' | ');
  return `${path} ${formula.replace('{value}', () => value)}`;
}

function sayPart(filter: Filter): string {
  const isJoined = ('and' in filter && filter.and.length > 1) || 'or' in filter;
  return isJoined ? `(${sayFilter(filter)})` : sayFilter(filter);
}

function sayOperand(operand: unknown): string {
  if (isFieldOperand(operand)) return operand.field;
  if (!isToken(operand)) return String(operand);
  const { token, amount, unit } = operand;
  const offset = amount === 0 ? '' : `${amount > 0 ? '+' : ''}${amount}${unit}`;
  return `$${token}${offset}`;
}
