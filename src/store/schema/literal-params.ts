import { isToken, type Token } from '../../descriptor/expression/variables.ts';
import { isDayOperand } from '../../descriptor/filter/tokens.ts';
import { inZone, quoteText, type Params } from '../connection/sql.ts';
import { WRITER } from './writer.ts';

/**
 * The operands of a declared filter as SQL, for a trigger, which gets no parameters. A token becomes the value at the
 * moment of the write.
 */
export function literalParams(timeZone: string): Params {
  return { values: [], add: (value) => literalSql(value, timeZone) };
}

function literalSql(value: unknown, timeZone: string): string {
  if (Array.isArray(value))
    return `array[${value.map((each) => literalSql(each, timeZone)).join(', ')}]`;
  if (isToken(value)) return `(${tokenSql[value.token](value, timeZone)})`;
  if (isDayOperand(value)) return inZone(`${quoteText(value.startOf)}::timestamp`, timeZone);
  if (value === null || value === undefined) return 'null';
  return quoteText(typeof value === 'string' ? value : JSON.stringify(value));
}

const tokenSql: Record<Token['token'], (token: Token, timeZone: string) => string> = {
  now: (token, timeZone) =>
    ['h', 'd', 'w'].includes(token.unit)
      ? moved('now()', token)
      : inZone(moved(inZone('now()', timeZone), token), timeZone),
  today: (token, timeZone) => {
    const day = `(${moved(inZone('now()', timeZone), token)})::date`;
    return token.form === 'day' ? day : inZone(`${day}::timestamp`, timeZone);
  },
  year: (token, timeZone) =>
    `extract(year from ${moved(inZone('now()', timeZone), token)})::bigint`,
  // No record refers to '', so a condition on `$user` matches nothing where the system writes.
  user: () => `coalesce(current_setting(${quoteText(WRITER)}, true), '')`,
};

const units: Record<Token['unit'], string> = {
  h: '1 hour',
  d: '24 hours',
  w: '168 hours',
  m: '1 month',
  y: '1 year',
};

/** A month after 31 January is the last day of February, as in memory. */
function moved(sql: string, { amount, unit }: Token): string {
  return amount === 0 ? sql : `${sql} + ${amount} * interval '${units[unit]}'`;
}
