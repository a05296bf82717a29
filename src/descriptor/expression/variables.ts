import { fromLocalTime, startOfLocalDay, toLocalTime } from '../../fields/text/time-zone.ts';
import type { Expression } from './expression.ts';

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

/** Whether an operand came from `parseToken`. Comparable values are never objects. */
export function isToken(operand: unknown): operand is Token {
  return typeof operand === 'object' && operand !== null && 'token' in operand;
}

/** Reads a token in a form in which it has a value. */
export function readToken(form: Form, text: string): Token | undefined {
  // A plus sign in a URL is decoded as a space, and no token contains a space, so a space means a plus.
  const [, name, sign, digits, letter] =
    /^\$([a-z]+)(?:([-+ ])(\d{1,4})([a-z]?))?$/.exec(text) ?? [];
  if (!isTokenName(name) || !tokens[name].forms.includes(form)) return undefined;
  if (digits === undefined) return { token: name, form, amount: 0, unit: 'd' };
  const unit = tokens[name].units.find((each) => each === (letter || tokens[name].bareUnit));
  // Larger offsets lead to years that do not have four digits.
  if (!unit || (unit === 'y' && digits.length > 3)) return undefined;
  return { token: name, form, amount: Number(sign === '-' ? `-${digits}` : digits), unit };
}

/** The token that an expression names: `$today` is a day there, `$now` a moment. */
export function readVariable(text: string): Token | undefined {
  return variableForms.map((form) => readToken(form, text)).find((token) => token !== undefined);
}

const variableForms = ['day', 'moment', 'year', 'user'] as const;

/** The kind of value that a token has in an expression. */
export function kindOfToken({ form }: Token) {
  return variableKinds[form];
}

const variableKinds = { day: 'date', moment: 'datetime', year: 'number', user: 'text' } as const;

export function unknownVariable(name: string): string {
  return `${name} is not known; the values of the moment are ${tokenNames.join(', ')}`;
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
/** What a field or an expression needs. */
export type Form = 'moment' | 'day' | 'user' | 'year';
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

/** The moment at which a day begins. */
export function toStart(day: string, timeZone: string): string {
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

/** The same expression with the values that its tokens have at a moment. */
export function resolveVariables(part: Expression, moment: Moment): Expression {
  const inside = (each: Expression) => resolveVariables(each, moment);
  if (part.kind === 'call') return { ...part, args: part.args.map(inside) };
  if (part.kind === 'rollup') {
    const { value, where } = part;
    return {
      ...part,
      ...(value && { value: inside(value) }),
      ...(where && { where: inside(where) }),
    };
  }
  if (part.kind !== 'variable') return part;
  const token = readVariable(part.name);
  return token ? { ...part, value: resolveToken(token, moment) ?? '' } : part;
}
