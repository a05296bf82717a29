import { foldText } from '../../fields/text/fold-text.ts';
import { parseTextQuery } from '../../fields/text/text-query.ts';
import { operators, type Operator } from '../../fields/type/operators.ts';
import { contentsWith } from './search/contents-with.ts';
import { collated } from '../schema/expression/compile-expression.ts';
import { keyOf, OWN, type Place } from '../schema/place.ts';
import { createParams, type Params } from '../connection/sql.ts';
import { VALUE_END } from '../schema/search-words.ts';
import { NATURAL, sqlTypes } from '../sql-types.ts';
import { requireValue } from '../../fields/require-entry.ts';

/** A condition on one place; the operands are values of its type, or a text to look for. */
type Condition = (place: Place, params: Params, operands: readonly unknown[]) => string;

/**
 * An operator in SQL: on one value and, where the index on members is faster than checking each or all members count,
 * on an array and on a table of members.
 */
type Row = { one: Condition; array?: Condition; join?: Condition };

/** "Not" includes empty values, which SQL would leave out. */
export const operatorSql: Readonly<Record<Operator, Row>> = {
  eq: {
    one: (place, params, [value]) => equals(place, one(place, params, value)),
    array: (place, params, [value]) =>
      hasMember(place, params, [value], { condition: `@> array[${one(place, params, value)}]` }),
  },
  neq: {
    one: (place, params, [value]) => `${place.sql} is distinct from ${one(place, params, value)}`,
  },
  lt: { one: compare('<') },
  lte: { one: compare('<=') },
  gt: { one: compare('>') },
  gte: { one: compare('>=') },
  in: {
    one: isOneOf,
    array: (place, params, values) =>
      hasMember(place, params, values, { condition: `&& ${many(place, params, values)}` }),
  },
  all: {
    one: isEvery,
    array: hasAll,
    join: (place, params, values) => `${many(place, params, values)} <@ ${targetsIn(place)}`,
  },
  exactly: {
    one: isEvery,
    array: (place, params, values) =>
      values.length === 0
        ? `cardinality(${place.sql}) = 0`
        : `(${hasAll(place, params, values)} and ${place.sql} <@ ${many(place, params, values)})`,
    join: (place, params, values) => {
      const [list, targets] = [many(place, params, values), targetsIn(place)];
      return `(${list} <@ ${targets} and ${targets} <@ ${list})`;
    },
  },
  nin: { one: (place, params, values) => `(${isOneOf(place, params, values)}) is not true` },
  contains: { one: contains },
  ncontains: { one: (place, params, texts) => `(${contains(place, params, texts)}) is not true` },
  starts: { one: (place, params, [text]) => likeSql(place, params, text, (it) => `${it}%`) },
  ends: { one: (place, params, [text]) => likeSql(place, params, text, (it) => `%${it}`) },
  between: {
    one: (place, params, [from, to]) =>
      `${place.sql} between ${one(place, params, from)} and ${one(place, params, to)}`,
  },
  null: { one: ({ sql }) => `${sql} is null`, array: ({ sql }) => `cardinality(${sql}) = 0` },
  nnull: { one: ({ sql }) => `${sql} is not null`, array: ({ sql }) => `cardinality(${sql}) > 0` },
  under: { one: isUnder },
  search: { one: searchContents, array: searchContents },
};

/** The condition of an operator on a place of any shape; the operands are values of its type. */
export function conditionSql(
  operator: Operator,
  place: Place,
  params: Params,
  operands: readonly unknown[],
): string {
  const condition = operatorSql[operator];
  if (place.shape === 'array' && condition.array) return condition.array(place, params, operands);
  if (place.shape === 'join' && condition.join) return condition.join(place, params, operands);
  const isMany = place.shape === 'array' || place.shape === 'join';
  return isMany
    ? ofMembers(operator, place, params, operands)
    : condition.one(place, params, operands);
}

/** Compares two fields of one record. An empty value equals nothing, not even another empty one. */
export function compareFields(operator: Operator, place: Place, other: Place): string {
  const { negates } = operators[operator];
  if (negates) return `(${compareFields(negates, place, other)}) is not true`;
  const inOne = ({ sql }: Place) =>
    [place, other].some(({ collation }) => collation === NATURAL) ? collated(sql, NATURAL) : sql;
  return operatorSql[operator].one({ ...place, sql: inOne(place), long: false }, createParams(), [
    new OtherField(inOne(other)),
  ]);
}

/** The value of another field of the record, used as an operand. */
class OtherField {
  readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }
}

/** For many values: true when one of them meets the condition; for a negation, when none does. */
function ofMembers(
  operator: Operator,
  { words, ...place }: Place,
  params: Params,
  operands: readonly unknown[],
): string {
  const { takes, negates } = operators[operator];
  if (negates) return `not ${conditionSql(negates, { words, ...place }, params, operands)}`;
  const [some, member] = membersOf(place);
  const ofMember: Place = { ...place, shape: 'column', sql: member, key: member, long: false };
  const condition = some(
    takes === 'flag' ? 'true' : operatorSql[operator].one(ofMember, params, operands),
  );
  return words && takes === 'text'
    ? `(${containsSql(words, params, operands[0])} and ${condition})`
    : condition;
}

/** How to ask for a member that meets a condition, and how the condition names it. */
function membersOf({ shape, sql }: Place): [some: (condition: string) => string, member: string] {
  return shape === 'join'
    ? [
        (condition) => `exists (select from ${sql} m where m.owner = ${OWN}._id and ${condition})`,
        'm.target',
      ]
    : [
        (condition) => `exists (select from unnest(${sql}) as m(member) where ${condition})`,
        'm.member',
      ];
}

/** In a pattern `%` and `_` stand for other characters; here they mean themselves. */
export function escapePattern(text: unknown): string {
  return String(text).replace(/[\\%_]/g, '\\$&');
}

/** The first test of `q` and the wording operators, which uses the index: any searched field contains the text. */
function containsSql(words: string, params: Params, text: unknown): string {
  return `${words} like ${params.add(`%${escapePattern(foldText(String(text)))}%`)}::text`;
}

/**
 * Nearly every record that contains the words anywhere contains them here. The planner would expect a second pattern
 * to leave few records, and gather all of them for a page whose order an index has.
 */
function contains(place: Place, params: Params, [text]: readonly unknown[]): string {
  const { words, sql, type } = place;
  if (!words || type !== 'text') return likeSql(place, params, text, (it) => `%${it}%`);
  const lower = (it: string) => `lower(${it} collate "und-x-icu") collate "C"`;
  const here = `strpos(${lower(sql)}, ${lower(`${params.add(text)}::text`)}) <> 0`;
  return `(${containsSql(words, params, text)} and ${here})`;
}

function likeSql(place: Place, params: Params, text: unknown, toPattern: (text: string) => string) {
  const condition = isLike(place, params, toPattern(escapePattern(text)));
  if (place.words) return `(${containsSql(place.words, params, text)} and ${condition})`;
  const start = place.begins?.(String(text));
  return start === undefined ? condition : `(${beginsSql(place, params, start)} and ${condition})`;
}

/** A text that can only be a beginning is one in every value that contains it; the index has these values together. */
function beginsSql({ sql }: Place, params: Params, start: string): string {
  const from = `${params.add(start)}::text`;
  return `${sql} >= ${from} and ${sql} <= ${from} || ${LAST_CHARACTER}`;
}

/** No other character comes after it, in any collation. */
const LAST_CHARACTER = "U&'\\FFFF'";

function isLike({ sql, type }: Place, params: Params, pattern: string): string {
  const words = type === 'text' ? sql : `(${sql})::text`;
  return `${words} ilike ${params.add(pattern)}::text`;
}

/**
 * The index of members leaves out empty lists, so PostgreSQL uses it only where the condition does too. A searched list
 * has no such index: that of its words finds the whole values.
 */
function hasMember(
  { sql, words }: Place,
  params: Params,
  values: readonly unknown[],
  { condition, join = 'or' }: { condition: string; join?: 'and' | 'or' },
): string {
  const whole = (value: unknown) => `${VALUE_END}${String(value)}${VALUE_END}`;
  const tests = words && values.map((value) => containsSql(words, params, whole(value)));
  return `(${tests ? `(${tests.join(` ${join} `) || 'false'})` : `${sql} <> '{}'`} and ${sql} ${condition})`;
}

function hasAll(place: Place, params: Params, values: readonly unknown[]): string {
  if (values.length === 0) return 'true';
  return hasMember(place, params, values, {
    condition: `@> ${many(place, params, values)}`,
    join: 'and',
  });
}

/** Of a single value; no field with one offers these operators. */
function isEvery(place: Place, params: Params, values: readonly unknown[]): string {
  return `${place.sql} = all(${many(place, params, values)})`;
}

/** The records that a list of references has. */
function targetsIn({ sql }: Place): string {
  return `array(select m.target from ${sql} m where m.owner = ${OWN}._id)`;
}

function one({ type }: Place, params: Params, value: unknown): string {
  if (value instanceof OtherField) return value.sql;
  return `${params.add(value)}::${sqlTypes[type].name}`;
}

function many({ type }: Place, params: Params, values: readonly unknown[]): string {
  return `${params.add(values)}::${sqlTypes[type].name}[]`;
}

/** `union` leaves out what was found before, so that a loop in old data ends. */
function isUnder(place: Place, params: Params, ids: readonly unknown[]): string {
  return (
    `${place.sql} in (with recursive branch(id) as (` +
    `select id collate "C" from unnest(${many(place, params, ids)}) as ids(id) ` +
    `union select t.id from ${requireValue(place.tree, 'tree')()} join branch b on t.parent = b.id) select id from branch)`
  );
}

function searchContents(place: Place, params: Params, [text]: readonly unknown[]): string {
  const query = requireValue(parseTextQuery(String(text)), 'text query');
  return requireValue(place.hasContent, 'content')(contentsWith(query, params));
}

function compare(sign: string): Condition {
  return (place, params, [value]) => `${place.sql} ${sign} ${one(place, params, value)}`;
}

/** The index holds the beginning of the value; the whole value decides. */
function equals({ sql, key, long }: Place, value: string): string {
  return long ? `(${key} = ${keyOf(value)} and ${sql} = ${value})` : `${sql} = ${value}`;
}

function isOneOf(place: Place, params: Params, values: readonly unknown[]): string {
  const list = many(place, params, values);
  if (!place.long) return `${place.sql} = any(${list})`;
  const starts = `array(select ${keyOf('v')} from unnest(${list}) as v)`;
  return `(${place.key} = any(${starts}) and ${place.sql} = any(${list}))`;
}
