import {
  partsOf,
  type Expression,
  type ExpressionProblem,
  type Rollup,
} from '../expression/expression.ts';
import { formatExpression } from '../expression/format-expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { isOperator, operators, type Operator } from '../../fields/type/operators.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { isBefore } from '../expression/before.ts';
import { EXPRESSION } from './expression-term.ts';
import { namesToken, tokenNames, unknownVariable } from '../expression/variables.ts';

/**
 * A condition as the JSON of `where`. `placeOf` is the place in the text of what the JSON has at a path, and there at a
 * place inside.
 */
export type ReadCondition = {
  where: JsonObject;
  placeOf(path: readonly (string | number)[], inside?: number): number | undefined;
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
  const reading: Reading = {
    hasOwner,
    places: new Map(),
    equals: new Set(),
    expressions: new Map(),
    problems: [],
  };
  const where = read(reading, parsed.expression);
  if (reading.problems.length > 0) return { problems: reading.problems };
  return { where, placeOf: (path, inside) => placeIn(reading, where, path, inside) };
}

type Reading = {
  hasOwner: boolean;
  /** Where each key of an object is in the text. */
  places: Map<object, Readonly<Record<string, number>>>;
  /** The parts that say which value a field has. */
  equals: Set<object>;
  /** What filters have no other form for, as the text has it. */
  expressions: Map<object, Expression>;
  problems: ExpressionProblem[];
};

function read(reading: Reading, expression: Expression): JsonObject {
  if (expression.kind === 'path') return term(reading, expression.path, true, expression.at);
  if (expression.kind === 'literal' && typeof expression.value === 'boolean')
    return expression.value ? {} : { or: [] };
  return expression.kind === 'call' ? readCall(reading, expression) : whole(reading, expression);
}

function readCall(reading: Reading, expression: Extract<Expression, { kind: 'call' }>): JsonObject {
  const { name, args, at } = expression;
  const [left, right] = args;
  if (name === 'and') return together(reading, joinedBy('and', expression));
  if (name === 'or') return either(reading, joinedBy('or', expression), at);
  if (name === 'not' && left) return term(reading, 'not', read(reading, left), at);
  const comparison = comparisons.get(name);
  const compared = comparison && left && right && compare(reading, comparison, [left, right], at);
  return compared ? compared : whole(reading, expression);
}

/** The parts of `a and b and c`, which is read as `(a and b) and c`. */
function joinedBy(name: 'and' | 'or', expression: Expression): readonly Expression[] {
  return expression.kind === 'call' && expression.name === name
    ? expression.args.flatMap((arg) => joinedBy(name, arg))
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
): JsonObject | undefined {
  const value = valueOf(reading, right);
  if (value) return compareWith(reading, left, operator, value.value);
  const first = valueOf(reading, left);
  if (first) return compareWith(reading, right, turned, first.value);
  if (left.kind !== 'path' || right.kind !== 'path' || reading.hasOwner) return undefined;
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
): JsonObject | undefined {
  const path = subjectOf(subject);
  if (path === undefined) return undefined;
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

function isPlainCount({ name, by, of }: Rollup): boolean {
  return name === 'count' && by.length === 0 && of.path.split('.').length === 2;
}

/** A value that does not depend on the record, as JSON has it. */
function valueOf(reading: Reading, expression: Expression): { value: unknown } | undefined {
  if (expression.kind === 'literal') return { value: expression.value };
  if (expression.kind === 'variable') return { value: variable(reading, expression) };
  // In the filter of a reference, `before` may be a field of the record that refers.
  if (reading.hasOwner && expression.kind === 'path' && isBefore(expression.path))
    return { value: { $field: expression.path.slice(1) } };
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
  const message = unknownVariable(name);
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

/** A condition that filters have no other form for. */
function whole(reading: Reading, expression: Expression): JsonObject {
  const owner = reading.hasOwner ? ownerIn(expression) : undefined;
  if (owner) {
    const message = `${owner.name} is a field of the record that refers, which works only in a comparison with a field or a count`;
    reading.problems.push({ message, at: owner.at, wrong: 'form' });
  }
  const where = term(reading, EXPRESSION, formatExpression(expression), startOf(expression));
  reading.expressions.set(where, expression);
  return where;
}

/** A field of the record that refers, among the parts of an expression. */
function ownerIn(expression: Expression): Extract<Expression, { kind: 'variable' }> | undefined {
  if (expression.kind === 'variable') return namesToken(expression.name) ? undefined : expression;
  return partsOf(expression)
    .map(ownerIn)
    .find((found) => found !== undefined);
}

/** The first of the places of an expression and its parts. */
function startOf(expression: Expression): number {
  return Math.min(...placesIn(expression));
}

function placesIn(expression: Expression): number[] {
  const { at } = expression;
  if (expression.kind === 'call') return [at, ...expression.args.flatMap(placesIn)];
  if (expression.kind !== 'rollup') return [at];
  const { of, by } = expression;
  return [at, ...partsOf(expression).flatMap(placesIn), of.at, ...by.map((key) => key.at)];
}

/** The place of the innermost key on the way to a path. */
function placeIn(
  reading: Reading,
  where: unknown,
  path: readonly (string | number)[],
  inside?: number,
): number | undefined {
  const [step, ...rest] = path;
  if (step === undefined || typeof where !== 'object' || where === null) return undefined;
  const expression = step === EXPRESSION ? reading.expressions.get(where) : undefined;
  if (expression && inside !== undefined) return placeAsWritten(expression, inside);
  const member: unknown = Object.hasOwn(where, step)
    ? (where as Record<string | number, unknown>)[step]
    : undefined;
  return placeIn(reading, member, rest, inside) ?? reading.places.get(where)?.[step];
}

/** The place in the original text of what stands at a place of the formatted one: both have the same parts. */
function placeAsWritten(expression: Expression, inside: number): number | undefined {
  const parsed = parseExpression(formatExpression(expression));
  if ('problem' in parsed) return undefined;
  return placesIn(expression)[placesIn(parsed.expression).indexOf(inside)];
}
