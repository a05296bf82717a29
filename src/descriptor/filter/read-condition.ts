import type { Expression, ExpressionProblem, Rollup } from '../expression/expression.ts';
import { formatExpression } from '../expression/format-expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { isOperator, operators, type Operator } from '../../fields/type/operators.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { namesToken, tokenNames } from './tokens.ts';

/** A condition as the JSON of `where`. `placeOf` is the place in the text of what the JSON has at a path. */
type ReadCondition = {
  where: JsonObject;
  placeOf(path: readonly (string | number)[]): number | undefined;
};

type Options = {
  /** In the filter of a reference: `$name` is a field of the record that has the reference. */
  hasOwner?: boolean;
};

/**
 * Reads a condition that is written as an expression: `year >= 2000 and not lent` is
 * `{"year_gte": 2000, "not": {"lent": true}}`. Everything that reads a filter then reads it too. It
 * means exactly what the expression means.
 */
export function readCondition(
  text: string,
  { hasOwner = false }: Options = {},
): ReadCondition | { problems: ExpressionProblem[] } {
  const parsed = parseExpression(text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const reading: Reading = { hasOwner, places: new Map(), equals: new Set(), problems: [] };
  const where = read(reading, parsed.expression);
  if (reading.problems.length > 0) return { problems: reading.problems };
  return { where, placeOf: (path) => placeIn(reading.places, where, path) };
}

type Reading = {
  hasOwner: boolean;
  /** Where each key of an object is in the text. */
  places: Map<object, Readonly<Record<string, number>>>;
  /** The parts that say which value a field has. */
  equals: Set<object>;
  problems: ExpressionProblem[];
};

function read(reading: Reading, expression: Expression): JsonObject {
  if (expression.kind === 'path') return term(reading, expression.path, true, expression.at);
  if (expression.kind === 'literal' && typeof expression.value === 'boolean')
    return expression.value ? {} : { or: [] };
  return expression.kind === 'call' ? readCall(reading, expression) : refuse(reading, expression);
}

function readCall(reading: Reading, expression: Extract<Expression, { kind: 'call' }>): JsonObject {
  const { name, args, at } = expression;
  const [left, right] = args;
  if (name === 'and') return together(reading, partsOf('and', expression));
  if (name === 'or') return either(reading, partsOf('or', expression), at);
  if (name === 'not' && left) return term(reading, 'not', read(reading, left), at);
  const comparison = comparisons.get(name);
  return comparison && left && right
    ? compare(reading, comparison, [left, right], at)
    : refuse(reading, expression);
}

/** The parts of `a and b and c`, which is read as `(a and b) and c`. */
function partsOf(name: 'and' | 'or', expression: Expression): readonly Expression[] {
  return expression.kind === 'call' && expression.name === name
    ? expression.args.flatMap((arg) => partsOf(name, arg))
    : [expression];
}

function readAll(reading: Reading, parts: readonly Expression[]): JsonObject[] {
  return parts.map((part) => read(reading, part));
}

/** As people write it: one object, if no key occurs twice. */
function together(reading: Reading, parts: readonly Expression[]): JsonObject {
  const all = readAll(reading, parts);
  const keys = all.flatMap(Object.keys);
  if (new Set(keys).size < keys.length) return { and: all };
  const where = Object.fromEntries(all.flatMap((part) => Object.entries(part)));
  const places: Record<string, number> = {};
  for (const part of all) Object.assign(places, reading.places.get(part));
  reading.places.set(where, places);
  return where;
}

/** Several values of one field are a list of values. */
function either(reading: Reading, parts: readonly Expression[], at: number): JsonObject {
  const all = readAll(reading, parts);
  const [key, ...others] = new Set(all.flatMap(Object.keys));
  const isList = others.length === 0 && all.every((part) => reading.equals.has(part));
  if (key === undefined || !isList) return term(reading, 'or', all, at);
  const values = all.map((part) => part[key]);
  return term(reading, key, values, reading.places.get(requireItem(all, 0))?.[key] ?? at);
}

/** The operators that expressions have a sign for. */
const comparisons = new Map(
  Object.keys(operators)
    .filter(isOperator)
    .flatMap((name) => {
      const { written, turned } = operators[name];
      return written === undefined || turned === undefined ? [] : [[written, { name, turned }]];
    }),
);

type Comparison = { name: Operator; turned: Operator };

function compare(
  reading: Reading,
  { name: operator, turned }: Comparison,
  [left, right]: readonly [Expression, Expression],
  at: number,
): JsonObject {
  const value = valueOf(reading, right);
  if (value) return compareWith(reading, left, operator, value.value);
  const first = valueOf(reading, left);
  if (first) return compareWith(reading, right, turned, first.value);
  if (left.kind !== 'path' || right.kind !== 'path' || reading.hasOwner)
    return refuse(reading, left.kind === 'path' ? right : left);
  const other = { $field: right.path };
  const isEither = operator === 'eq' || operator === 'neq';
  const compared = term(reading, keyOf(left.path, isEither ? 'eq' : operator), other, left.at);
  if (!isEither) return compared;
  // To filters, an empty value equals nothing; in an expression, two empty values are equal.
  const empty = term(reading, keyOf(left.path, 'null'), true, left.at);
  const bothEmpty = { ...empty, ...term(reading, keyOf(right.path, 'null'), true, right.at) };
  const same = term(reading, 'or', [compared, bothEmpty], at);
  return operator === 'eq' ? same : term(reading, 'not', same, at);
}

function compareWith(
  reading: Reading,
  subject: Expression,
  operator: Operator,
  value: unknown,
): JsonObject {
  const path = subjectOf(subject);
  if (path === undefined) return refuse(reading, subject);
  if (value !== null) {
    const compared = term(reading, keyOf(path, operator), value, subject.at);
    if (operator === 'eq' && typeof value !== 'boolean' && !isObject(value))
      reading.equals.add(compared);
    return compared;
  }
  // Nothing is less or more than nothing.
  if (operator !== 'eq' && operator !== 'neq') return { or: [] };
  return term(reading, keyOf(path, operator === 'eq' ? 'null' : 'nnull'), true, subject.at);
}

/** What a filter can compare: a field, or the number of records that refer to this one. */
function subjectOf(expression: Expression): string | undefined {
  if (expression.kind === 'path') return expression.path;
  return expression.kind === 'rollup' && isPlainCount(expression)
    ? formatExpression(expression)
    : undefined;
}

function isPlainCount({ name, by }: Rollup): boolean {
  return name === 'count' && by.length === 0;
}

/** A value that does not depend on the record, as JSON has it. */
function valueOf(reading: Reading, expression: Expression): { value: unknown } | undefined {
  if (expression.kind === 'literal') return { value: expression.value };
  if (expression.kind === 'variable') return { value: variable(reading, expression) };
  if (expression.kind !== 'call' || expression.name !== 'negative') return undefined;
  const [number] = expression.args;
  const isNumber = number?.kind === 'literal' && typeof number.value === 'number';
  return isNumber ? { value: -Number(number.value) } : undefined;
}

function variable(
  { hasOwner, problems }: Reading,
  { name, at }: Extract<Expression, { kind: 'variable' }>,
): unknown {
  if (namesToken(name)) return name;
  if (hasOwner) return { $field: name.slice(1) };
  const message = `${name} is not known; the values of the moment are ${tokenNames.join(', ')}`;
  problems.push({ message, hint: suggestHint(name, tokenNames), at, wrong: 'name' });
  return null;
}

function keyOf(path: string, operator: Operator): string {
  return operator === 'eq' ? path : `${path}_${operator}`;
}

function term(reading: Reading, key: string, value: unknown, at: number): JsonObject {
  const where = { [key]: value };
  reading.places.set(where, { [key]: at });
  return where;
}

function refuse({ hasOwner, problems }: Reading, { at }: Expression): JsonObject {
  const message = `here stands a comparison of a field or a count with a value${
    hasOwner
      ? '; $name is a field of the record that refers'
      : ' or with another field; a computed field can hold anything else'
  }`;
  problems.push({ message, at, wrong: 'form' });
  return {};
}

/** The place of the innermost key on the way to a path. */
function placeIn(
  places: Reading['places'],
  where: unknown,
  path: readonly (string | number)[],
): number | undefined {
  const [step, ...rest] = path;
  if (step === undefined || typeof where !== 'object' || where === null) return undefined;
  const inside: unknown = Object.hasOwn(where, step)
    ? (where as Record<string | number, unknown>)[step]
    : undefined;
  return placeIn(places, inside, rest) ?? places.get(where)?.[step];
}
