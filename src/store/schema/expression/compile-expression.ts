import type { Expression, Rollup } from '../../../descriptor/expression/expression.ts';
import type { ValueKind } from '../../../descriptor/expression/rollups.ts';
import {
  functions,
  type FunctionName,
  type Signature,
} from '../../../descriptor/expression/functions.ts';
import { certainSql } from './certain-sql.ts';
import { inZone, quoteName, quoteText } from '../../connection/sql.ts';
import { NATURAL } from '../../sql-types.ts';

/** Where the values that an expression names come from. */
export type Paths = {
  /** A text column that is never empty. */
  anchor: string;
  /** In which the days of moments begin. */
  timeZone: string;
  path(path: string): Compiled;
  /** A value of the moment, such as `$today`. */
  variable(variable: Variable): Compiled;
  rollup(rollup: Rollup): Compiled;
};

export type Variable = Extract<Expression, { kind: 'variable' }>;

/** Compiles an expression, which was checked when the descriptor was read, to SQL. */
export function compileExpression(expression: Expression, reach: Paths): Compiled {
  if (expression.kind === 'literal') return compileLiteral(expression.value);
  if (expression.kind === 'path') return reach.path(expression.path);
  if (expression.kind === 'variable') return reach.variable(expression);
  if (expression.kind === 'rollup') {
    const { sql, kind } = reach.rollup(expression);
    return { kind, sql: expression.name === 'count' ? `${sql}::numeric` : sql };
  }
  const { name, args } = expression;
  const compiled = args.map((arg) => compileExpression(arg, reach));
  return compileCall(name as FunctionName, compiled, reach);
}

function compileCall(
  name: FunctionName,
  all: readonly Compiled[],
  { anchor, timeZone }: Paths,
): Compiled {
  const isConstant = all.every((arg) => arg.isConstant);
  const isNatural = all.some((arg) => arg.isNatural);
  const given = isNatural ? all.map(toNatural) : all;
  if (name === 'concat')
    return {
      sql: concatSql(given, isConstant ? [noText(anchor)] : []),
      kind: 'text',
      isConstant,
      isNatural,
    };
  const args = isConstant ? given.map((arg) => anchored(arg, anchor)) : given;
  const { takes, gives }: Signature = functions[name];
  const isSame = (index: number) => takes[Math.min(index, takes.length - 1)] === 'same';
  const same =
    args.find(({ kind }, index) => isSame(index) && kind !== 'nothing')?.kind ?? 'nothing';
  const kind = gives === 'same' ? same : gives;
  const values = args.map((arg, index) => {
    const targetKind = takes[Math.min(index, takes.length - 1)] ?? 'any';
    const kinds = { same, any: arg.kind };
    return toKind(
      arg,
      targetKind === 'same' || targetKind === 'any' ? kinds[targetKind] : targetKind,
      timeZone,
    );
  });
  return {
    sql: certainSql(name, values, args) ?? functionSql[name](...values),
    kind,
    isConstant: args.every((arg) => arg.isConstant),
    isNatural,
  };
}

/** PostgreSQL compares and joins texts of one collation only: what meets a text in natural order has that order too. */
function toNatural(arg: Compiled): Compiled {
  if (arg.kind !== 'text' || arg.isNatural) return arg;
  return { ...arg, sql: collated(arg.sql, NATURAL), isNatural: true };
}

export function collated(sql: string, collation: string): string {
  return `(${sql} collate ${quoteName(collation)})`;
}

/**
 * PostgreSQL 18 evaluates functions of constant texts in generated columns before it knows their collation, and fails.
 * With an empty part of a column added they are no longer constant.
 */
function anchored(arg: Compiled, anchor: string): Compiled {
  if (arg.kind !== 'text') return arg;
  return { sql: `(${arg.sql} || ${noText(anchor)})`, kind: arg.kind };
}

function noText(anchor: string): string {
  return `left(${anchor}, 0)`;
}

function compileLiteral(value: number | string | boolean | null): Compiled {
  if (value === null) return { sql: 'null', kind: 'nothing', isConstant: true };
  if (typeof value === 'number')
    return { sql: `${value}::numeric`, kind: 'number', isConstant: true };
  if (typeof value === 'boolean') return { sql: String(value), kind: 'boolean', isConstant: true };
  return { sql: `(${quoteText(value)}::text collate "und-x-icu")`, kind: 'text', isConstant: true };
}

/** A moment becomes its day where a day is wanted; an empty value needs a type. */
export function toKind({ sql, kind }: Compiled, targetKind: ValueKind, timeZone: string): string {
  if (kind === 'nothing') return `null::${kindTypes[targetKind]}`;
  return kind === 'datetime' && targetKind === 'date' ? `${inZone(sql, timeZone)}::date` : sql;
}

/** The types of values in expressions. */
export const kindTypes: Record<ValueKind, string> = {
  nothing: 'text',
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
};

/** A part of an expression in SQL. A number is a `numeric`, so that 0.1 + 0.2 is 0.3 and nothing overflows. */
export type Compiled = {
  sql: string;
  kind: ValueKind;
  /** Consists of literals only. */
  isConstant?: boolean;
  /** A text that compares digits as numbers, or what is made of one. */
  isNatural?: boolean;
  /** Of a number that may be a bound: its qualifier. What is computed with the number has none. */
  qualifier?: string;
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
 * The SQL of each function and operator. All of it is immutable, as PostgreSQL requires for stored values; a condition
 * is never unknown.
 */
const functionSql: Record<Exclude<FunctionName, 'concat'>, ToSql> = {
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
  // More decimals than a number can have change nothing, but too large a count would fail.
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
  // A day outside of these years is empty. PostgreSQL fails for constants that are no `int`, even where it skips them.
  addDays: (day, count) =>
    `case when (${day} - date '0001-01-01') + round(${count}) between 0 and date '9999-12-31' - date '0001-01-01' ` +
    `then ${day} + least(greatest(round(${count}), -4000000), 4000000)::int end`,
};

/** Joins everything to one text; leaves out empty values, and is empty when all are. */
function concatSql(args: readonly Compiled[], more: readonly string[]): string {
  const texts = args.map(({ sql, kind }) => `coalesce(${texted[kind](sql)}, '')`);
  return `nullif(${[...texts, ...more].join(' || ')}, '')`;
}

/** Writes a value as JSON does. PostgreSQL's own form of dates depends on settings, so it cannot be stored. */
export const texted: Record<ValueKind, (sql: string) => string> = {
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
