import { isToken, parseToken, type Token } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/field.ts';
import type { SqlType } from '../../../fields/field-type.ts';
import { quoteText } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';

/**
 * What the records that are there get when a field with a default is added; undefined where nobody
 * can say it, as who they belong to.
 */
export function toFill(field: Field): string | undefined {
  if (field.default === undefined) return undefined;
  const token = parseToken(field, field.default);
  if (!isToken(token)) return toLiteral(field.default, field.kind.column(field.settings).sql);
  return token.form === 'user' ? undefined : forms[token.form](utc(token));
}

// The same text on every day, as it is part of what tells whether the tables must be looked at again.
const forms: Record<Exclude<Token['form'], 'user'>, (moment: string) => string> = {
  moment: (moment) => `(date_trunc('milliseconds', ${moment}) at time zone 'UTC')`,
  day: (moment) => `((${moment})::date)`,
  year: (moment) => `(extract(year from ${moment})::bigint)`,
};

/** The moment in UTC, without a zone: days and months are counted there and nowhere else. */
function utc({ token, amount, unit }: Token): string {
  const now = "now() at time zone 'UTC'";
  const moved = amount === 0 ? `(${now})` : `(${now} + interval '${amount} ${units[unit]}')`;
  return token === 'today' ? `date_trunc('day', ${moved})` : moved;
}

const units: Record<Token['unit'], string> = {
  h: 'hours',
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
};

/** A value of the descriptor in DDL, which takes no parameters. */
function toLiteral(value: unknown, type: SqlType): string {
  const { name, toParam } = sqlTypes[type];
  return `${quoteText(String(toParam(value)))}::${name}`;
}
