import type { FunctionName } from '../../../descriptor/expression/functions.ts';
import type { ValueKind } from '../../../descriptor/expression/expression.ts';

/** A part of an expression in SQL. A number is a `numeric`, so that 0.1 + 0.2 is 0.3 and nothing overflows. */
export type Compiled = {
  sql: string;
  kind: ValueKind;
  /** Made of literals alone. */
  isConstant?: boolean;
};

type ToSql = (...args: string[]) => string;

const compare =
  (sign: string): ToSql =>
  (left, right) =>
    `((${left} ${sign} ${right}) is true)`;

const infix =
  (sign: string): ToSql =>
  (left, right) =>
    `(${left} ${sign} ${right})`;

const call =
  (name: string): ToSql =>
  (...args) =>
    `${name}(${args.join(', ')})`;

/**
 * What each function and operator is in SQL. All of it is immutable, as PostgreSQL wants it of what
 * it keeps; a condition is never unknown.
 */
export const functionSql: Record<Exclude<FunctionName, 'concat'>, ToSql> = {
  or: (left, right) => `(${left} is true or ${right} is true)`,
  and: (left, right) => `(${left} is true and ${right} is true)`,
  not: (condition) => `(${condition} is not true)`,
  '=': infix('is not distinct from'),
  '!=': infix('is distinct from'),
  '<': compare('<'),
  '<=': compare('<='),
  '>': compare('>'),
  '>=': compare('>='),
  '+': infix('+'),
  '-': infix('-'),
  '*': infix('*'),
  '/': (left, right) => `(${left} / nullif(${right}, 0))`,
  '%': (left, right) => `mod(${left}, nullif(${right}, 0))`,
  negative: (number) => `(- ${number})`,
  if: (condition, yes, no) => `case when ${condition} then ${yes} else ${no} end`,
  coalesce: call('coalesce'),
  // More decimals than a number can have are none, and must not be too many to count.
  round: (number, decimals) =>
    decimals === undefined
      ? `round(${number})`
      : `round(${number}, least(greatest(${decimals}, -300), 300)::int)`,
  abs: call('abs'),
  min: call('least'),
  max: call('greatest'),
  lower: call('lower'),
  upper: call('upper'),
  length: (text) => `length(${text})::numeric`,
  year: (day) => `extract(year from ${day})::numeric`,
  month: (day) => `extract(month from ${day})::numeric`,
  days: (to, from) => `(${to} - ${from})::numeric`,
};

/** Everything as one text; what is empty is left out, and of nothing there is none. */
export function concatSql(args: readonly Compiled[]): string {
  const texts = args.map(({ sql, kind }) => `coalesce(${texted[kind](sql)}, '')`);
  return `nullif(${texts.join(' || ')}, '')`;
}

/** As JSON writes the value. Of dates PostgreSQL's own way hangs on settings, so it cannot be kept. */
const texted: Record<ValueKind, (sql: string) => string> = {
  nothing: () => 'null::text',
  text: (sql) => sql,
  number: (sql) => `trim_scale(${sql})::text`,
  boolean: (sql) => `(${sql})::text`,
  date: (sql) => dayText(sql),
  datetime: (sql) =>
    `(${dayText(`(${sql}) at time zone 'UTC'`)} || 'T' || ${timeText(`(${sql}) at time zone 'UTC'`)} || 'Z')`,
};

function dayText(day: string): string {
  return `(${digits('year', day, 4)} || '-' || ${digits('month', day, 2)} || '-' || ${digits('day', day, 2)})`;
}

function timeText(moment: string): string {
  const milliseconds = `lpad((extract(milliseconds from ${moment})::int % 1000)::text, 3, '0')`;
  return `${digits('hour', moment, 2)} || ':' || ${digits('minute', moment, 2)} || ':' || lpad(floor(extract(second from ${moment}))::int::text, 2, '0') || '.' || ${milliseconds}`;
}

function digits(part: string, moment: string, count: number): string {
  return `lpad(extract(${part} from ${moment})::int::text, ${count}, '0')`;
}
