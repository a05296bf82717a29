import { requireItem } from '../../fields/require-entry.ts';
import type { Field } from '../../fields/type/field.ts';
import {
  equality,
  isOperator,
  operators,
  order,
  type Operator,
} from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { toField } from '../../fields/type/to-field.ts';
import type { Resource } from '../descriptor.ts';
import { MOST_REFERENCES } from '../lookups.ts';
import type { CountFilter, Filter } from './filter.ts';
import { isObject } from '../json-object.ts';
import { parseOperands } from './operands.ts';
import { readCondition } from './read-condition.ts';
import { type FilterContext, findReadableField, type CheckScope } from './query-term.ts';
import {
  findRelationPath,
  findReferring,
  readReferring,
  visibleTo,
  type ReferringPath,
  type RelationPath,
  type VisibleResources,
} from '../relations.ts';
import { suggestHint } from '../suggest.ts';
import { findField } from '../system-fields.ts';

type Parsed = { filter: Filter } | { problems: Problem[] };
type Reader = (operator: Operator) => unknown;
/** A term of a filter: its key, where it is, for problems, and its value for an operator. */
type Term = { key: string; at: string; read: Reader };
/** How conditions about the records behind a path are read. */
type Inner = {
  leaf(context: FilterContext, key: string, at: string, read: Reader): Parsed;
  where(
    context: FilterContext,
    where: unknown,
  ): { filter: Filter } | { problems: Problem[] } | { everything: true };
};

/**
 * Parses a term about other records: `source.project.year_gte` goes through up to three references,
 * `count(extractions.source)_gte` counts the records that refer to this one, also only those that meet a
 * condition (`count(extractions.source where value > 5)`), and
 * `some(extractions.source).value_gte` asks whether one of them matches. Undefined if the key has
 * another form. A field that the role may not see counts as missing, because filters would reveal it.
 */
export function parseRelationFilter(
  context: FilterContext,
  term: Term,
  inner: Inner,
): Parsed | undefined {
  const { key, at, read } = term;
  const count = /^count\((.*)\)(?:_([a-z]+))?$/.exec(key);
  if (count) return parseCount(context, [requireItem(count, 1), count[2] ?? 'eq'], term, inner);
  const some = readReferring(key);
  if (some) return parseSome(context, some, term, inner);
  // Parts of objects also have dots, and take precedence.
  const own = key.slice(0, key.lastIndexOf('_'));
  if (!key.includes('.') || [key, own].some((path) => findReadableField(context, path))) return;
  const visible = visibleIn(context);
  if (!visible) return isThrough(context, key) ? notHere(at) : undefined;
  const relation = findRelationPath(visible, context.resource as Resource, key);
  if (!relation) return undefined;
  const followed = (context.followed ?? 0) + 1;
  if (followed > MOST_REFERENCES) return notHere(at);
  const inside = inTarget(context, visible, relation.target, followed);
  const parsed = inner.leaf(inside, relation.rest, at, (operator) => refuseField(read(operator)));
  return 'problems' in parsed ? parsed : { filter: toThrough(relation, parsed.filter) };
}

/** The context of a condition on another resource, by what the caller may see of it. */
function inTarget(
  context: FilterContext,
  { resources }: VisibleResources,
  resource: Resource,
  followed: number,
): FilterContext {
  return 'role' in context ? { ...context, resource, followed } : { resource, resources, followed };
}

/** Like a field of many values, as through a reference: "not" means that no referring record matches. */
function parseSome(
  context: FilterContext,
  { path, rest }: ReferringPath,
  { at, read }: Term,
  inner: Inner,
): Parsed {
  const visible = context.followed === undefined ? visibleIn(context) : undefined;
  if (!visible) return notHere(at);
  const count = findReferring(visible, context.resource, path);
  if (!count) return { problems: [problem('Q002', at)] };
  const inside = inTarget(context, visible, count.resource, 0);
  const parsed = inner.leaf(inside, rest, at, (operator) => refuseField(read(operator)));
  if ('problems' in parsed) return parsed;
  const [among, isNegated] = toPositive(parsed.filter);
  const some: Filter = { count, operator: 'gte', operands: [1], among };
  return { filter: isNegated ? { not: some } : some };
}

/** The other resources that a filter may use, as far as they are visible; undefined if it may use none. */
function visibleIn(context: FilterContext): VisibleResources | undefined {
  if ('role' in context) return visibleTo(context.descriptor, context.role);
  // The checks of a declaration only need the names and fields of the resources.
  return context.resources && { resources: context.resources as VisibleResources['resources'] };
}

/** The field of a count: like any other number, but never empty. */
export const countField: Field = toField(fieldTypes.number, 'count', {
  type: 'number',
  integer: true,
  min: 0,
});

export const countOperators: readonly Operator[] = [...equality, ...order].filter(
  (operator) => operators[operator].takes !== 'flag',
);

function parseCount(
  context: FilterContext,
  [counted, operator]: readonly [string, string],
  { at, read }: Term,
  inner: Inner,
): Parsed {
  const visible = context.followed === undefined ? visibleIn(context) : undefined;
  if (!visible) return notHere(at);
  const { path, condition } = splitCounted(counted);
  const count = findReferring(visible, context.resource, path);
  if (!count) return { problems: [problem('Q002', at)] };
  if (!isOperator(operator) || !countOperators.includes(operator)) {
    const params = { operators: countOperators.join(', ') };
    return { problems: [problem('Q003', at, params, suggestHint(operator, countOperators))] };
  }
  const value = read(operator);
  const meant = operator === 'eq' && Array.isArray(value) ? 'in' : operator;
  const parsed = parseOperands(countField, meant, value, at);
  if ('problems' in parsed) return parsed;
  const counts: CountFilter = { count, operator: meant, operands: parsed.operands };
  if (condition === undefined) return { filter: counts };
  const inside = inTarget(context, visible, count.resource, 0);
  const among = parseAmong(inside, condition, at, inner);
  if ('problems' in among) return among;
  return { filter: { ...counts, ...('filter' in among && { among: among.filter }) } };
}

/** Which of the records count. */
function parseAmong(
  context: FilterContext,
  condition: string,
  at: string,
  inner: Inner,
): ReturnType<Inner['where']> {
  const written = readCondition(condition);
  if ('problems' in written)
    return {
      problems: written.problems.map(({ message: reason }) => problem('Q029', at, { reason })),
    };
  const among = inner.where(context, written.where);
  if (!('problems' in among)) return among;
  return { problems: among.problems.map((each) => ({ ...each, path: at })) };
}

/** `extractions.source where value > 5`: the field that refers, and the condition on the records that count. */
export function splitCounted(text: string): { path: string; condition?: string } {
  const [, path = text, condition] = /^([\w.]+)\s+where\s+(.+)$/s.exec(text) ?? [];
  return condition === undefined ? { path } : { path, condition };
}

/**
 * The target of a reference is treated like a field of many values: "not" means that no target
 * matches, and includes empty references.
 */
function toThrough({ reference, target }: RelationPath, inside: Filter): Filter {
  const [some, isNegated] = toPositive(inside);
  const through: Filter = { through: reference, target, some };
  return isNegated ? { not: through } : through;
}

/** The condition that a single term negates, and whether it does. Behind a further reference it is positive already. */
function toPositive(term: Filter): [positive: Filter, isNegated: boolean] {
  if ('not' in term) return [term.not, true];
  const negates = 'operator' in term ? operators[term.operator].negates : undefined;
  return negates === undefined ? [term, false] : [{ ...term, operator: negates }, true];
}

/** Rejects a comparison with another field, as it would be unclear which of the two records has that field. */
function refuseField(given: unknown): unknown {
  return isObject(given) ? [given] : given;
}

function isThrough({ resource }: CheckScope, key: string): boolean {
  const field = findField(resource, key.slice(0, key.indexOf('.')));
  return field?.kind.relation !== undefined;
}

function notHere(at: string): Parsed {
  return { problems: [problem('Q018', at)] };
}
