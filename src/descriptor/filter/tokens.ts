import type { Field } from '../../fields/type/field.ts';
import type { Expression } from '../expression/expression.ts';
import { parsedOnce } from '../expression/parse-expression.ts';
import {
  isToken,
  readToken,
  resolveToken,
  resolveVariables,
  toStart,
  type Form,
  type Moment,
  type Token,
} from '../expression/variables.ts';
import { isObject } from '../json-object.ts';
import { mapConditions, type Condition, type Filter } from './filter.ts';

/** A day given for a moment, in a filter: the moment at which the day begins. */
export type DayOperand = { startOf: string };

/**
 * Parses a token given in place of a value. Returns `malformed` for a word with `$`
 * that the field does not accept as a token, and undefined for anything else. Text
 * fields accept no tokens: there `$now` is plain text.
 */
export function parseToken(field: Field, text: unknown): Token | 'malformed' | undefined {
  const form = formOf(field);
  if (form === undefined || typeof text !== 'string' || !text.startsWith('$')) return undefined;
  return readToken(form, text) ?? 'malformed';
}

/** Reads a day such as `2026-11-21` that a filter compares with moments; undefined for anything else. */
export function parseDay(field: Field, text: unknown): DayOperand | undefined {
  const isDay = typeof text === 'string' && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay || formOf(field) !== 'moment') return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  // JavaScript reads 31 February as a day of March.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text)
    ? undefined
    : { startOf: text };
}

export function isDayOperand(operand: unknown): operand is DayOperand {
  return typeof operand === 'object' && operand !== null && 'startOf' in operand;
}

/** The tokens that a field accepts, derived from its column, so that new field types need no entry here. */
function formOf({ name, kind, settings }: Field): Form | undefined {
  // No `_id` begins with `$`. In the resource `users`, `$user` as `_id` means the caller's own record.
  if (name === '_id') return 'user';
  const relation = kind.relation?.(settings);
  if (relation) return relation.to === 'users' ? 'user' : undefined;
  return forms[kind.column(settings).sql];
}

const forms: Readonly<Record<string, Form>> = {
  timestamptz: 'moment',
  date: 'day',
  bigint: 'year',
};

/** Where a default is copied from: `product.price` of `{ "$field": "product.price" }`; undefined for any other. */
export function copiedPath({ default: preset }: Pick<Field, 'default'>): string | undefined {
  return onlyText(preset, '$field');
}

/** The expression that a default is the value of, as in `{ "$expression": "addDays(on, 30)" }`; undefined for any other. */
export function defaultExpression({ default: preset }: Pick<Field, 'default'>): string | undefined {
  return onlyText(preset, '$expression');
}

function onlyText(preset: unknown, key: string): string | undefined {
  if (!isObject(preset) || Object.keys(preset).join() !== key) return undefined;
  return typeof preset[key] === 'string' ? preset[key] : undefined;
}

/** Whether the default is derived from other values of the new record, or from records that it refers to. */
export function isDerivedDefault(field: Pick<Field, 'default'>): boolean {
  return copiedPath(field) !== undefined || defaultExpression(field) !== undefined;
}

/** The paths of the values that a default is derived from. */
export function pathsOf(field: Pick<Field, 'default'>): readonly string[] {
  const copied = copiedPath(field);
  if (copied !== undefined) return [copied];
  const paths = new Set<string>();
  const walk = (part: Expression | undefined): void => {
    if (part?.kind === 'path') paths.add(part.path);
    if (part?.kind === 'call') part.args.forEach(walk);
  };
  walk(parsedOnce(defaultExpression(field) ?? ''));
  return [...paths];
}

/**
 * The default of a field for a new record, unchecked; undefined when there is none, or when it is derived from other
 * values (`derived-defaults.ts`).
 */
export function defaultOf(field: Field, moment: Moment): unknown {
  if (isDerivedDefault(field)) return undefined;
  const token = parseToken(field, field.default);
  return isToken(token) ? resolveToken(token, moment) : field.default;
}

/** Whether the default depends on the day, on the user or on other values. */
export function hasMovingDefault(field: Field): boolean {
  return isDerivedDefault(field) || isToken(parseToken(field, field.default));
}

/** Resolves the tokens of a filter. SQL only gets resolved filters, so a total never belongs to another day. */
export function resolveTokens(filter: Filter, moment: Moment): Filter {
  return mapConditions(filter, (condition) => resolveCondition(condition, moment));
}

function resolveCondition(filter: Condition, moment: Moment): Filter {
  if ('through' in filter) return { ...filter, some: resolveTokens(filter.some, moment) };
  if ('expression' in filter)
    return { ...filter, expression: resolveVariables(filter.expression, moment) };
  if ('thread' in filter) {
    const { reader } = filter;
    const resolved = isToken(reader) ? (resolveToken(reader, moment) ?? '') : reader;
    return { ...filter, reader: resolved, operands: resolveOperands(filter.operands, moment) };
  }
  if ('count' in filter && filter.among)
    return { ...filter, among: resolveTokens(filter.among, moment) };
  if (!filter.operands.some((operand) => isToken(operand) || isDayOperand(operand))) return filter;
  return { ...filter, operands: resolveOperands(filter.operands, moment) };
}

function resolveOperands(operands: readonly unknown[], moment: Moment): unknown[] {
  return operands.map((operand) => {
    if (isDayOperand(operand)) return toStart(operand.startOf, moment.timeZone);
    // No record refers to '', so a condition on `$user` matches nothing if nobody is signed in.
    return isToken(operand) ? (resolveToken(operand, moment) ?? '') : operand;
  });
}

/** Whether a filter depends on who asks. */
export function asksUser(filter: Filter): boolean {
  return askedOf(filter).has('user');
}

/** Whether a filter depends on who asks, or when. */
export function asksMoment(filter: Filter): boolean {
  return askedOf(filter).size > 0;
}

function askedOf(filter: Filter): ReadonlySet<string> {
  const asked = new Set<string>();
  resolveTokens(filter, {
    timeZone: 'UTC',
    get now() {
      asked.add('now');
      return new Date();
    },
    get userId() {
      asked.add('user');
      return null;
    },
  });
  return asked;
}

/** This moment, for nobody; `of` is `app` of the descriptor, or a resource. */
export function momentWithoutUser(of: { timeZone: string }): Moment {
  return { now: new Date(), userId: null, timeZone: of.timeZone };
}
