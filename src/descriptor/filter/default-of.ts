import type { Field } from '../../fields/field.ts';
import { isToken, parseToken, resolveToken, type Moment } from './tokens.ts';

/** The value of a new record that brings none, unchecked; undefined when the field has no default. */
export function defaultOf(field: Field, moment: Moment): unknown {
  const token = parseToken(field, field.default);
  return isToken(token) ? resolveToken(token, moment) : field.default;
}

/** Is the default something that another day, or somebody else, finds different? */
export function hasMovingDefault(field: Field): boolean {
  return isToken(parseToken(field, field.default));
}
