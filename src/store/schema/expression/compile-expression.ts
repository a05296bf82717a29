import type { Expression, ValueKind } from '../../../descriptor/expression/expression.ts';
import {
  functions,
  type FunctionName,
  type Signature,
} from '../../../descriptor/expression/functions.ts';
import { quoteText } from '../../connection/sql.ts';
import { concatSql, functionSql, type Compiled } from './function-sql.ts';

/** Where the values an expression names come from. */
export type Reach = {
  /** A column of text that is never empty. */
  anchor: string;
  path(path: string): Compiled;
  count(path: string): string;
};

/** An expression as SQL; it was found right when the descriptor was read. */
export function compileExpression(expression: Expression, reach: Reach): Compiled {
  if (expression.kind === 'literal') return compileLiteral(expression.value);
  if (expression.kind === 'path') return reach.path(expression.path);
  const { name, args } = expression;
  if (name === 'count') {
    const [counted] = args;
    const path = counted?.kind === 'path' ? counted.path : '';
    return { sql: `${reach.count(path)}::numeric`, kind: 'number' };
  }
  const compiled = args.map((arg) => compileExpression(arg, reach));
  return compileCall(name as FunctionName, compiled, reach);
}

function compileCall(name: FunctionName, given: readonly Compiled[], { anchor }: Reach): Compiled {
  const isConstant = given.every((arg) => arg.isConstant);
  if (name === 'concat') return { sql: concatSql(given), kind: 'text', isConstant };
  const args = isConstant ? given.map((arg) => anchored(arg, anchor)) : given;
  const { takes, gives }: Signature = functions[name];
  const isSame = (index: number) => takes[Math.min(index, takes.length - 1)] === 'same';
  const same =
    args.find(({ kind }, index) => isSame(index) && kind !== 'nothing')?.kind ?? 'nothing';
  const kind = gives === 'same' ? same : gives;
  const values = args.map((arg, index) => {
    const wanted = takes[Math.min(index, takes.length - 1)] ?? 'any';
    return toKind(arg, wanted === 'same' ? same : wanted === 'any' ? arg.kind : wanted);
  });
  return {
    sql: functionSql[name](...values),
    kind,
    isConstant: args.every((arg) => arg.isConstant),
  };
}

/**
 * PostgreSQL 18 works out functions of constant texts in generated columns before it knows in which
 * order texts are compared, and fails; with nothing of a column added they are no constants.
 */
function anchored(arg: Compiled, anchor: string): Compiled {
  if (arg.kind !== 'text') return arg;
  return { sql: `(${arg.sql} || left(${anchor}, 0))`, kind: arg.kind };
}

function compileLiteral(value: number | string | boolean | null): Compiled {
  if (value === null) return { sql: 'null', kind: 'nothing', isConstant: true };
  if (typeof value === 'number')
    return { sql: `${value}::numeric`, kind: 'number', isConstant: true };
  if (typeof value === 'boolean') return { sql: String(value), kind: 'boolean', isConstant: true };
  return { sql: `(${quoteText(value)}::text collate "und-x-icu")`, kind: 'text', isConstant: true };
}

/** A point in time where a day is wanted is its day in UTC; what is empty needs a type. */
export function toKind({ sql, kind }: Compiled, wanted: ValueKind): string {
  if (kind === 'nothing') return `null::${kindTypes[wanted]}`;
  return kind === 'datetime' && wanted === 'date' ? `((${sql}) at time zone 'UTC')::date` : sql;
}

const kindTypes: Record<ValueKind, string> = {
  nothing: 'text',
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
};
