import type { z } from 'zod';
import { compareDecimals } from '../../fields/text/decimal-digits.ts';
import type { Field } from '../../fields/type/field.ts';
import { operators, type Operator, type OperatorRow } from '../../fields/type/operators.ts';
import { qualifierOf } from '../../fields/type/qualifier-of.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { isStorable } from '../../fields/text/storable-text.ts';
import { parseTextQuery } from '../../fields/text/text-query.ts';
import { valueProblems } from '../../fields/problems/value-problems.ts';
import { isDayOperand, parseDay, parseToken } from './tokens.ts';
import { isMany } from '../field-check.ts';
import type { Filter, Leaf, TextOrder } from './filter.ts';
import { isObject } from '../json-object.ts';
import { findLookup } from '../lookups.ts';
import { type FilterContext, parsePath, type Term } from './query-term.ts';

type Operands = { operands: readonly unknown[] } | { problems: Problem[] };

/** More values than a user would type, and few enough for one SQL statement. */
const maxValues = 1000;

/**
 * The operands of one term as SQL parameters. The operator determines their number;
 * the field's type determines which values are valid, including tokens for such
 * values. `given` is JSON, or the texts of a query string.
 */
export function parseOperands(
  field: Field,
  operator: Operator,
  given: unknown,
  path: string,
): Operands {
  return takers[operators[operator].takes](field, given, path);
}

type Taker = (field: Field, given: unknown, path: string) => Operands;

const takers: Record<OperatorRow['takes'], Taker> = {
  one: (field, given, path) =>
    Array.isArray(given) ? mustBe('oneValue', path) : parseEach(field, [given], path),
  many: (field, given, path) => {
    if (!Array.isArray(given)) return mustBe('values', path);
    if (given.length > maxValues) {
      return { problems: [problem('Q019', path, { max: maxValues })] };
    }
    return parseEach(field, given, path);
  },
  two: (field, given, path) => {
    if (!Array.isArray(given) || given.length !== 2) return mustBe('twoValues', path);
    const parsed = parseEach(field, given, path);
    // A range in reverse order finds nothing, which would look like a valid result.
    if ('operands' in parsed && isDescending(field, parsed.operands))
      return mustBe('ascending', path);
    return parsed;
  },
  // A part of a value need not be a valid value: `10` of a CAS number, `.org` of an address.
  text: (_, given, path) =>
    typeof given === 'string' && given !== '' && isStorable(given)
      ? { operands: [given] }
      : mustBe('someText', path),
  words: (_, given, path) =>
    typeof given === 'string' && isStorable(given) && parseTextQuery(given)
      ? { operands: [given] }
      : mustBe('searchWords', path),
  flag: (_, given, path) =>
    given === true || given === 'true' ? { operands: [] } : mustBe('yes', path),
};

/** Only of numbers and times. Only the database knows the order of texts, only the clock the value of a token. */
function isDescending(field: Field, range: readonly unknown[]): boolean {
  const [from, to] = range.map((end) => (isDayOperand(end) ? end.startOf : end));
  if (typeof from === 'number' && typeof to === 'number') return from > to;
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  const { sql } = field.kind.column(field.settings);
  if (sql === 'numeric') return compareDecimals(from, to) > 0;
  // Days, times and moments have one written form each, in the order of its characters.
  return sql !== 'text' && from > to;
}

function parseEach(field: Field, given: readonly unknown[], path: string): Operands {
  const rule = ruleOf(field);
  const operands: unknown[] = [];
  for (const value of given) {
    const token = parseToken(field, value);
    if (token === 'malformed') return mustBe('token', path);
    const unresolved = token ?? parseDay(field, value);
    if (unresolved) {
      operands.push(unresolved);
      continue;
    }
    const parsed = rule.safeParse(value);
    if (!parsed.success) {
      const problems = valueProblems(parsed.error, path);
      return { problems: problems.slice(0, 1).map((found) => toQueryProblem(found, path)) };
    }
    operands.push(parsed.data);
  }
  return { operands };
}

const rules = new WeakMap<Field, z.ZodType>();

// Building a rule takes longer than parsing the query, so it is cached for each field.
function ruleOf(field: Field): z.ZodType {
  let rule = rules.get(field);
  if (!rule) rules.set(field, (rule = field.kind.filter.operand(field.settings)));
  return rule;
}

function mustBe(expected: string, path: string): { problems: Problem[] } {
  return { problems: [problem('Q004', path, { expected })] };
}

/**
 * What is wrong with an operand, reported for the parameter: what it must be, or in the words of the field, such as a
 * wrong check digit.
 */
function toQueryProblem(found: Problem, path: string): Problem {
  const expected = found.params?.expected;
  return expected === undefined
    ? { ...found, path }
    : problem('Q004', path, { expected }, found.hint);
}

/**
 * Reads `{"$field": "valueMax"}`, which compares with another field of the same
 * record, or in the filter of a reference with a field of its owner, also behind
 * references. Undefined if the value has another form.
 */
export function parseFieldOperand(
  context: FilterContext,
  { path, field, operator }: Term,
  given: unknown,
  at: string,
): { filter: Filter } | { problems: Problem[] } | undefined {
  if (!isObject(given) || !Object.hasOwn(given, '$field')) return undefined;
  const other = given.$field;
  const inside = `${at}.$field`;
  if (typeof other !== 'string' || Object.keys(given).length > 1)
    return { problems: [problem('Q004', at, { expected: 'otherField' })] };
  if (operators[operator].takes !== 'one') {
    const comparing = Object.entries(operators).filter(([, { takes }]) => takes === 'one');
    return {
      problems: [problem('Q003', at, { operators: comparing.map(([name]) => name).join(', ') })],
    };
  }
  const found = findOther(context, other, inside);
  if ('problems' in found) return found;
  const kind = kindOf(context, path, field);
  if (kind === undefined || kind !== found.kind)
    return { problems: [problem('Q004', inside, { expected: 'otherField' })] };
  const leaf = toLeaf({ path, field, operator }, [found.operand]);
  const as = leaf.as ?? orderOf(found.field);
  return { filter: as ? { ...leaf, as } : leaf };
}

/** The other field as an operand, and its kind. The owner of a reference may have it behind further references. */
function findOther(
  context: FilterContext,
  other: string,
  at: string,
): { operand: object; field: Field; kind: string | undefined } | { problems: Problem[] } {
  const { owner, resources } = 'role' in context ? {} : context;
  const from: FilterContext = owner ? { resource: owner } : context;
  const behind = owner && resources && findLookup(resources, owner, other);
  const target = behind ? { path: other, field: behind.field } : parsePath(from, other, at);
  if ('problems' in target) return target;
  const qualifier = qualifierOf(target.field, target.path);
  if (owner && qualifier !== undefined) return mustBe('exactOwner', at);
  return {
    operand: owner ? { owner: target.path } : { field: target.path, qualifier },
    field: target.field,
    kind: kindOf(from, target.path, target.field),
  };
}

/** The condition of a term. An evaluation in memory has no field to tell it how the values compare. */
export function toLeaf({ path, field, operator }: Term, operands: readonly unknown[]): Leaf {
  const as = orderOf(field);
  const qualifier = qualifierOf(field, path);
  return {
    path,
    operator,
    operands,
    ...(as && { as }),
    ...(qualifier !== undefined && { qualifier }),
  };
}

function orderOf({ kind, settings }: Field): TextOrder | undefined {
  const { sql, isNatural = false } = kind.column(settings);
  if (sql === 'numeric') return 'decimal';
  return isNatural ? 'natural' : undefined;
}

/** The kind of a value; equal kinds can be compared. Undefined for fields with many values or structures. */
function kindOf({ resource }: FilterContext, path: string, field: Field): string | undefined {
  if (isMany(field)) return undefined;
  // References to these records have the same kind.
  if (path === '_id') return `record of ${resource.name}`;
  const relation = field.kind.relation?.(field.settings);
  if (relation) return `record of ${relation.to}`;
  const { sql } = field.kind.column(field.settings);
  if (sql === 'jsonb') return undefined;
  return sql === 'bigint' || sql === 'double precision' ? 'number' : sql;
}
