import { requireRelation } from '../../fields/type/require-relation.ts';
import type { Field } from '../../fields/type/field.ts';
import {
  isOperator,
  isTreeOperator,
  needsDatabase,
  operators,
  operatorsOf,
  type Operator,
} from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { mayRead, readableFields } from '../access.ts';
import { targetOf } from '../lookups.ts';
import { findRelationPath, visibleTo } from '../relations.ts';
import { systemFields, type Descriptor, type Resource } from '../descriptor.ts';
import { isMany } from '../field-check.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import type { Moment } from '../expression/variables.ts';
import { isBefore, nowPath } from '../expression/before.ts';
import { BEFORE_ONLY } from '../expression/expression-scope.ts';
import { findField } from '../system-fields.ts';
import { suggestHint } from '../suggest.ts';

/** The role, the resource and the descriptor that a query is read for. */
export type QueryContext = {
  descriptor: Descriptor;
  role: string;
  resource: Resource;
  /** The moment by which tokens are resolved; absent: now, without a user. */
  moment?: Moment;
  /** The references that the path has followed to this resource; 0 inside a count. */
  followed?: number;
};

/** The descriptor itself declares a filter: it may use every field, and other resources only if `resources` is given. */
export type CheckScope = {
  resource: Named;
  resources?: ReadonlyMap<string, Named>;
  followed?: number;
  /** In the filter of a reference: the resource that has the reference, whose fields `$field` names. */
  owner?: Named;
  /** For a rule about a change: `$before` has the values before it. */
  before?: boolean;
};

export type FilterContext = QueryContext | CheckScope;

type Named = Pick<Resource, 'name' | 'fields'>;

type FoundField = { path: string; field: Field };
export type Term = FoundField & { operator: Operator };

/**
 * Parses the key of a filter: `year` is the field with equality, `year_gte` the field with an
 * operator. A field whose name ends like an operator takes precedence. Problems point at `at`.
 */
export function parseTerm(
  context: FilterContext,
  key: string,
  at: string,
): Term | { problems: Problem[] } {
  if (findReadableField(context, key)) return withOperator(context, key, 'eq', at);
  const cut = key.lastIndexOf('_');
  const [path, operator] = [key.slice(0, cut), key.slice(cut + 1)];
  if (cut > 0 && findReadableField(context, path)) {
    return withOperator(context, path, operator, at);
  }
  return { problems: [unknownField(context, cut > 0 && isOperator(operator) ? path : key, at)] };
}

/** Finds the field at a path. */
export function parsePath(
  context: FilterContext,
  path: string,
  at: string,
): FoundField | { problems: Problem[] } {
  const field = findReadableField(context, path);
  return field ? { path, field } : { problems: [unknownField(context, path, at)] };
}

/**
 * Finds a field that the role may filter and sort by. A field it may not read counts as missing: a filter
 * or a sort would reveal its values one query at a time, and a specific problem would reveal its name.
 */
export function findReadableField(context: FilterContext, path: string): Field | undefined {
  const { fields } = context.resource;
  if (isBefore(path)) return findBefore(context, nowPath(path));
  const field = findField({ fields }, path);
  const isSeen =
    !('role' in context) || mayRead(context.descriptor, context.role, context.resource, path);
  return isSeen ? field : undefined;
}

/** A value before the change that a rule judges: a single one that people enter. */
function findBefore(context: FilterContext, path: string): Field | undefined {
  if ('role' in context || !context.before) return undefined;
  const field = findField(context.resource, path);
  const isKnown = field && !isDerived(field) && !isMany(field);
  return isKnown ? field : undefined;
}

/** Finds the field of a column: as `parsePath`, and also behind references with one value. */
export function parseColumn(
  context: QueryContext,
  path: string,
  at: string,
): FoundField | { problems: Problem[] } {
  const { descriptor, role, resource } = context;
  const beyond = resource.through.get(path);
  if (beyond && mayRead(descriptor, role, resource, path)) return { path, field: beyond };
  return parsePath(context, path, at);
}

function withOperator(
  context: FilterContext,
  path: string,
  name: string,
  at: string,
): Term | { problems: Problem[] } {
  const target = parsePath(context, path, at);
  if ('problems' in target) return target;
  const unknown = checkOperator(context, target.field, name, at);
  return unknown ? { problems: [unknown] } : { ...target, operator: name as Operator };
}

/**
 * Operators of trees and of contents look at more than the record, as only filters of lists and references can. A role
 * that may not read the parents in the tree does not know it.
 */
export function checkOperator(
  context: FilterContext,
  field: Field,
  name: string,
  at: string,
): Problem | undefined {
  const offered: readonly string[] = knownOperators(context, field);
  if (offered.includes(name))
    return needsDatabase(name) && !('role' in context) && !context.resources
      ? problem('Q024', at)
      : undefined;
  return problem('Q003', at, { operators: offered.join(', ') }, suggestHint(name, offered));
}

function knownOperators(context: FilterContext, field: Field): readonly Operator[] {
  return operatorsOf(field).filter((name) => !isTreeOperator(name) || seesTree(context, field));
}

function seesTree(context: FilterContext, field: Field): boolean {
  const { branches } = field;
  if (branches === undefined || !('role' in context)) return true;
  const { descriptor, role } = context;
  const target = descriptor.resources.get(requireRelation(field).to);
  return target !== undefined && mayRead(descriptor, role, target, branches);
}

/** The operators that a caller may use on a field. */
export function offeredOperators(context: QueryContext, field: Field): readonly Operator[] {
  return knownOperators(context, field);
}

function unknownField(context: FilterContext, path: string, at: string): Problem {
  if (isBefore(path)) return problem('Q029', at, { reason: reasonBefore(context) });
  const beyond = 'role' in context ? hintBeyond(context, path) : undefined;
  return problem('Q002', at, {}, beyond ?? suggestHint(path, namesIn(context)));
}

function reasonBefore(context: FilterContext): string {
  const isKnown = !('role' in context) && context.before;
  return isKnown ? '$before has only single values that people enter' : BEFORE_ONLY;
}

/** The fields that can be named. */
function namesIn(context: FilterContext): string[] {
  const own =
    'role' in context
      ? readableFields(context.descriptor, context.role, context.resource)
      : context.resource.fields.keys();
  return [...own, ...systemFields.filter((name) => findReadableField(context, name))];
}

/** A hint for a path whose head is a reference. */
function hintBeyond(context: QueryContext, path: string): string | undefined {
  const relation = findRelationPath(
    visibleTo(context.descriptor, context.role),
    context.resource,
    path,
  );
  if (!relation) return undefined;
  const { reference, target, rest } = relation;
  const field = findField(context.resource, reference);
  const inside = { ...context, resource: target };
  if (targetOf(field) === undefined && findReadableField(inside, rest))
    return `${reference} can refer to several records, so its fields can only be filtered by`;
  return suggestHint(
    path,
    namesIn(inside).map((name) => `${reference}.${name}`),
  );
}

/** Replaces plain spellings by operators: `status: ["todo", "done"]` is `in`; `doi: null` and `doi=` are `null`. */
export function plainTerm(
  operator: Operator,
  value: unknown,
): { operator: Operator; value: unknown } {
  if (operator === 'eq' && Array.isArray(value)) return { operator: 'in', value };
  const flag = value === null || value === '' ? operators[operator].ofNothing : undefined;
  return flag ? { operator: flag, value: true } : { operator, value };
}
