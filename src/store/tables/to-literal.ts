import type { SqlType } from '../../fields/field-type.ts';
import { quoteText } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';

/** A value of the descriptor in DDL, which takes no parameters. */
export function toLiteral(value: unknown, type: SqlType): string {
  const { name, toParam } = sqlTypes[type];
  return `${quoteText(String(toParam(value)))}::${name}`;
}
