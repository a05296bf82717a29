import { operators, type Operator } from '../../fields/operators.ts';
import { keyOf, OWN, type Place } from '../schema/place.ts';
import type { Params } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';

/** A condition on one place; the operands are values of its type, or a text to look for. */
type Condition = (place: Place, params: Params, operands: readonly unknown[]) => string;

type Conditions = Readonly<Record<Operator, Condition>>;

/** "Not" includes what is empty, which SQL would leave out. */
const ofOne: Conditions = {
  eq: (place, params, [value]) => equals(place, one(place, params, value)),
  neq: (place, params, [value]) => `${place.sql} is distinct from ${one(place, params, value)}`,
  lt: compare('<'),
  lte: compare('<='),
  gt: compare('>'),
  gte: compare('>='),
  in: (place, params, values) => isOneOf(place, params, values),
  nin: (place, params, values) => `(${isOneOf(place, params, values)}) is not true`,
  contains: (place, params, [text]) => contains(place, params, text),
  ncontains: (place, params, [text]) => `(${contains(place, params, text)}) is not true`,
  starts: (place, params, [text]) => found(place, params, text, (it) => `${it}%`),
  ends: (place, params, [text]) => found(place, params, text, (it) => `%${it}`),
  between: (place, params, [from, to]) =>
    `${place.sql} between ${one(place, params, from)} and ${one(place, params, to)}`,
  null: ({ sql }) => `${sql} is null`,
  nnull: ({ sql }) => `${sql} is not null`,
};

/** Of many values: what holds for one of them. */
const ofJoin: Conditions = ofMembers(
  ({ sql }, condition) =>
    `exists (select from ${sql} m where m.owner = ${OWN}._id and ${condition})`,
  'm.target',
);

const ofArray: Conditions = {
  ...ofMembers(
    ({ sql }, condition) => `exists (select from unnest(${sql}) as m(member) where ${condition})`,
    'm.member',
  ),
  // The index on members answers these.
  eq: (place, params, [value]) => hasMember(place, `@> array[${one(place, params, value)}]`),
  neq: (place, params, [value]) =>
    `not ${hasMember(place, `@> array[${one(place, params, value)}]`)}`,
  in: (place, params, values) => hasMember(place, `&& ${many(place, params, values)}`),
  nin: (place, params, values) => `not ${hasMember(place, `&& ${many(place, params, values)}`)}`,
  null: ({ sql }) => `cardinality(${sql}) = 0`,
  nnull: ({ sql }) => `cardinality(${sql}) > 0`,
};

/** What each operator is in SQL, per shape of a place. */
export const filters: Readonly<Record<Place['shape'], Conditions>> = {
  column: ofOne,
  part: ofOne,
  array: ofArray,
  join: ofJoin,
};

/** Two fields of one record. What is empty is equal to nothing, not even to another empty one. */
export function compareFields(operator: Operator, { sql }: Place, other: Place): string {
  const sign = signs[operator];
  if (sign === undefined) throw new Error(`${operator} does not compare fields`);
  return operator === 'neq' ? `(${sql} = ${other.sql}) is not true` : `${sql} ${sign} ${other.sql}`;
}

const signs: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** In a pattern `%` and `_` stand for other characters; here they are themselves. */
export function escapePattern(text: unknown): string {
  return String(text).replace(/[\\%_]/g, '\\$&');
}

function ofMembers(some: (place: Place, condition: string) => string, member: string): Conditions {
  const any =
    (operator: Operator): Condition =>
    ({ words, ...place }, params, operands) => {
      const ofMember: Place = { ...place, shape: 'column', sql: member, key: member, long: false };
      const condition = some(place, ofOne[operator](ofMember, params, operands));
      const isWording = operators[operator].takes === 'text';
      return words && isWording
        ? `(${hasWords(words, params, operands[0])} and ${condition})`
        : condition;
    };
  const none =
    (operator: Operator): Condition =>
    (...asked) =>
      `not ${any(operator)(...asked)}`;
  return {
    eq: any('eq'),
    neq: none('eq'),
    lt: any('lt'),
    lte: any('lte'),
    gt: any('gt'),
    gte: any('gte'),
    in: any('in'),
    nin: none('in'),
    contains: any('contains'),
    ncontains: none('contains'),
    starts: any('starts'),
    ends: any('ends'),
    between: any('between'),
    null: (place) => `not ${some(place, 'true')}`,
    nnull: (place) => some(place, 'true'),
  };
}

/** What `q` and the wording operators find first, by the index: the text anywhere in any searched field. */
export function hasWords(words: string, params: Params, text: unknown): string {
  return `${words} like ${params.add(`%${escapePattern(text).toLowerCase()}%`)}::text`;
}

/**
 * Of what has the words somewhere, nearly all has them here. Of a second pattern the planner would
 * expect that it leaves few, and gather all of them for a page of which an index has the order.
 */
function contains(place: Place, params: Params, text: unknown): string {
  const { words, sql, type } = place;
  if (!words || type !== 'text') return found(place, params, text, (it) => `%${it}%`);
  const lower = (it: string) => `lower(${it} collate "und-x-icu") collate "C"`;
  const here = `strpos(${lower(sql)}, ${lower(`${params.add(text)}::text`)}) <> 0`;
  return `(${hasWords(words, params, text)} and ${here})`;
}

function found(
  place: Place,
  params: Params,
  text: unknown,
  toPattern: (text: string) => string,
): string {
  const condition = isLike(place, params, toPattern(escapePattern(text)));
  return place.words ? `(${hasWords(place.words, params, text)} and ${condition})` : condition;
}

export function isLike({ sql, type }: Place, params: Params, pattern: string): string {
  const words = type === 'text' ? sql : `(${sql})::text`;
  return `${words} ilike ${params.add(pattern)}::text`;
}

/** The index leaves out what is empty, and is only used where the condition does too. */
function hasMember({ sql }: Place, condition: string): string {
  return `(${sql} <> '{}' and ${sql} ${condition})`;
}

function one({ type }: Place, params: Params, value: unknown): string {
  return `${params.add(value)}::${sqlTypes[type].name}`;
}

function many({ type }: Place, params: Params, values: readonly unknown[]): string {
  return `${params.add(values)}::${sqlTypes[type].name}[]`;
}

function compare(sign: string): Condition {
  return (place, params, [value]) => `${place.sql} ${sign} ${one(place, params, value)}`;
}

/** The beginning is what the index has; the whole decides. */
function equals({ sql, key, long }: Place, value: string): string {
  return long ? `(${key} = ${keyOf(value)} and ${sql} = ${value})` : `${sql} = ${value}`;
}

function isOneOf(place: Place, params: Params, values: readonly unknown[]): string {
  const list = many(place, params, values);
  if (!place.long) return `${place.sql} = any(${list})`;
  const starts = `array(select ${keyOf('v')} from unnest(${list}) as v)`;
  return `(${place.key} = any(${starts}) and ${place.sql} = any(${list}))`;
}
