import type { Field } from '../../fields/type/field.ts';
import { fromLocalTime, startOfLocalDay, toLocalTime } from '../../fields/text/time-zone.ts';
import type { Filter } from './filter.ts';

/**
 * The time and the user of a request, by which the tokens of filters and defaults are resolved, and the time zone in
 * which days and years begin: `app.timeZone`.
 */
export type Moment = { now: Date; userId: string | null; timeZone: string };

/**
 * A placeholder such as `$today-30d` that each request replaces by a value. `form` is
 * what the field needs: on a date field the day, on a time field the moment it begins.
 */
export type Token = { token: TokenName; form: Form; amount: number; unit: Unit };

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
  // A plus sign in a URL is decoded as a space, and no token contains a space, so a space means a plus.
  const [, name, sign, digits, letter] =
    /^\$([a-z]+)(?:([-+ ])(\d{1,4})([a-z]?))?$/.exec(text) ?? [];
  if (!isTokenName(name) || !tokens[name].forms.includes(form)) return 'malformed';
  if (digits === undefined) return { token: name, form, amount: 0, unit: 'd' };
  const unit = tokens[name].units.find((each) => each === (letter || tokens[name].bareUnit));
  // Larger offsets lead to years that do not have four digits.
  if (!unit || (unit === 'y' && digits.length > 3)) return 'malformed';
  return { token: name, form, amount: Number(sign === '-' ? `-${digits}` : digits), unit };
}

/** Whether an operand came from `parseToken`. Comparable values are never objects. */
export function isToken(operand: unknown): operand is Token {
  return typeof operand === 'object' && operand !== null && 'token' in operand;
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

/** The value of a token at this moment. `$user` is null if nobody is signed in. */
export function resolveToken(token: Token, moment: Moment): string | number | null {
  return tokens[token.token].resolve(token, moment);
}

/** Whether a text such as `$today-30d` is a token; fields decide which tokens they accept. */
export function namesToken(text: string): boolean {
  return isTokenName(/^\$([a-z]+)(?![A-Za-z0-9.])/.exec(text)?.[1]);
}

function isTokenName(name: string | undefined): name is TokenName {
  return name !== undefined && Object.hasOwn(tokens, name);
}

type TokenName = 'now' | 'today' | 'user' | 'year';
type Form = 'moment' | 'day' | 'user' | 'year';
type Unit = 'h' | 'd' | 'w' | 'm' | 'y';

type TokenRow = {
  forms: readonly Form[];
  units: readonly Unit[];
  /** The unit of an offset without one. */
  bareUnit?: Unit;
  resolve(token: Token, moment: Moment): string | number | null;
};

const tokens: Record<TokenName, TokenRow> = {
  now: {
    forms: ['moment'],
    units: ['h', 'd', 'w', 'm', 'y'],
    resolve: (token, { now, timeZone }) => moveMoment(now, token, timeZone).toISOString(),
  },
  today: {
    forms: ['moment', 'day'],
    units: ['d', 'w', 'm', 'y'],
    resolve: (token, { now, timeZone }) => {
      const day = move(toClock(now, timeZone), token).toISOString().slice(0, 10);
      return token.form === 'day' ? day : toStart(day, timeZone);
    },
  },
  user: { forms: ['user'], units: [], resolve: (_, { userId }) => userId },
  year: {
    forms: ['year'],
    units: ['y'],
    bareUnit: 'y',
    resolve: (token, { now, timeZone }) => move(toClock(now, timeZone), token).getUTCFullYear(),
  },
};

export const tokenNames: readonly string[] = Object.keys(tokens).map((name) => `$${name}`);

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

const HOUR = 3_600_000;
const lengths: Readonly<Partial<Record<Unit, number>>> = { h: HOUR, d: 24 * HOUR, w: 168 * HOUR };

/** Hours, days and weeks have one length; months and years depend on the day in the zone. */
function moveMoment(now: Date, token: Token, timeZone: string): Date {
  if (lengths[token.unit] !== undefined) return move(now, token);
  const local = move(toClock(now, timeZone), token).toISOString().slice(0, -1);
  return fromLocalTime(local, timeZone)?.moment ?? now;
}

/** The local time as if it were UTC, so that days and months can be counted. */
function toClock(now: Date, timeZone: string): Date {
  return new Date(`${toLocalTime(now, timeZone)}Z`);
}

function toStart(day: string, timeZone: string): string {
  return startOfLocalDay(day, timeZone)?.toISOString() ?? day;
}

function move(from: Date, { amount, unit }: Token): Date {
  const length = lengths[unit];
  if (length !== undefined) return new Date(from.getTime() + amount * length);
  return moveMonths(from, unit === 'y' ? amount * 12 : amount);
}

/** As PostgreSQL does: a month after 31 January is the last day of February. */
function moveMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}

/** The default of a field for a new record, unchecked; undefined when there is none. */
export function defaultOf(field: Field, moment: Moment): unknown {
  const token = parseToken(field, field.default);
  return isToken(token) ? resolveToken(token, moment) : field.default;
}

/** Whether the default depends on the day or on the user. */
export function hasTokenDefault(field: Field): boolean {
  return isToken(parseToken(field, field.default));
}

/** Resolves the tokens of a filter. SQL only gets resolved filters, so a total never belongs to another day. */
export function resolveTokens(filter: Filter, moment: Moment): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => resolveTokens(part, moment)) };
  if ('or' in filter) return { or: filter.or.map((part) => resolveTokens(part, moment)) };
  if ('not' in filter) return { not: resolveTokens(filter.not, moment) };
  if ('through' in filter) return { ...filter, some: resolveTokens(filter.some, moment) };
  if ('count' in filter && filter.among)
    return { ...filter, among: resolveTokens(filter.among, moment) };
  if (!filter.operands.some((operand) => isToken(operand) || isDayOperand(operand))) return filter;
  const operands = filter.operands.map((operand) => {
    if (isDayOperand(operand)) return toStart(operand.startOf, moment.timeZone);
    // No record refers to '', so a condition on `$user` matches nothing if nobody is signed in.
    return isToken(operand) ? (resolveToken(operand, moment) ?? '') : operand;
  });
  return { ...filter, operands };
}

/** This moment, for nobody; `of` is `app` of the descriptor, or a resource. */
export function momentWithoutUser(of: { timeZone: string }): Moment {
  return { now: new Date(), userId: null, timeZone: of.timeZone };
}
