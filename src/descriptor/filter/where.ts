import { requireItem } from '../../fields/require-entry.ts';
import type { Operator } from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { EXPRESSION, parseBetween, parseExpressionTerm } from './expression-term.ts';
import { nowPath } from '../expression/before.ts';
import { costOfValue } from '../expression/paths.ts';
import type { Resource } from '../descriptor.ts';
import { conditionsIn, isFieldOperand, type Filter } from './filter.ts';
import { parseRelationFilter } from './relation-filter.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { parseOperands, parseFieldOperand, toLeaf } from './operands.ts';
import {
  type FilterContext,
  checkOperator,
  parseTerm,
  plainTerm,
  type QueryContext,
} from './query-term.ts';
import { parseThreadFilter } from './thread-filter.ts';
import { momentWithoutUser, parseToken, resolveTokens } from './tokens.ts';

export const maxNesting = 10;
export const maxTerms = 50;

/**
 * Parses a nested filter from JSON: `{"or":[{"year_gte":2000},{"not":{"doi_null":true}}]}`.
 * An object with several keys requires all of them; a list in place of a value means one of
 * its members; null means empty. `filter` is absent for `{}`.
 */
export function parseWhere(
  context: QueryContext & { where: unknown },
): { filter?: Filter } | { problems: Problem[] } {
  const read = readWhere(context, context.where);
  if ('everything' in read) return {};
  if ('problems' in read) return read;
  const moment = context.moment ?? momentWithoutUser(context.resource);
  return { filter: resolveTokens(read.filter, moment) };
}

/** Like `parseWhere`, but leaves tokens unresolved. A declared filter is resolved when it is used. */
export function readWhere(
  context: FilterContext,
  where: unknown,
): { filter: Filter } | { problems: Problem[] } | { everything: true } {
  const reading: Reading = { context, terms: 0, problems: [] };
  const filter = readObject(reading, where, 'where', 0);
  if (reading.terms > maxTerms) reading.problems.push(tooManyTerms('where'));
  if (reading.problems.length > 0) return { problems: reading.problems };
  return 'and' in filter && filter.and.length === 0 ? { everything: true } : { filter };
}

/**
 * Parses one term: a key with its operator, and the value, which `read` returns in the
 * form the operator takes. JSON and query strings share this rule.
 */
export function parseLeaf(
  context: FilterContext,
  key: string,
  at: string,
  read: (operator: Operator) => unknown,
): { filter: Filter } | { problems: Problem[] } {
  if (key === EXPRESSION) return parseExpressionTerm(context, read('eq'), at);
  const between = parseBetween(context, key, at, read);
  if (between) return between;
  const relation = parseRelationFilter(context, { key, at, read }, inner);
  if (relation) return relation;
  const thread = parseThreadFilter(context, { key, at, read });
  if (thread) return thread;
  const term = parseTerm(context, key, at);
  if ('problems' in term) return term;
  const { operator, value: given } = plainTerm(term.operator, read(term.operator));
  if (!('role' in context) && given === '$user' && !parseToken(term.field, given))
    return { problems: [problem('Q029', at, { reason: USERS_ONLY })] };
  const unknown = checkOperator(context, term.field, operator, at);
  if (unknown) return { problems: [unknown] };
  const other = parseFieldOperand(context, { ...term, operator }, given, at);
  if (other) return other;
  const parsed = parseOperands(term.field, operator, given, at);
  if ('problems' in parsed) return parsed;
  return { filter: toLeaf({ ...term, operator }, parsed.operands) };
}

const USERS_ONLY =
  '$user is a user, so only a reference to users, or the _id of a user, can be compared with it';

const inner = { leaf: parseLeaf, where: readWhere };

export function tooManyTerms(at: string): Problem {
  return problem('Q010', at, { max: maxTerms });
}

type Reading = { context: FilterContext; terms: number; problems: Problem[] };

const nothing: Filter = { and: [] };

function readObject(reading: Reading, where: unknown, at: string, depth: number): Filter {
  if (depth > maxNesting) {
    reading.problems.push(problem('Q006', at, { max: maxNesting }));
    return nothing;
  }
  if (!isObject(where)) {
    reading.problems.push(problem('Q004', at, { expected: 'filter' }));
    return nothing;
  }
  const parts = Object.keys(where).flatMap((key) =>
    readKey(reading, where, key, { parent: at, depth }),
  );
  return parts.length === 1 ? requireItem(parts, 0) : { and: parts };
}

function readKey(
  reading: Reading,
  where: JsonObject,
  key: string,
  { parent, depth }: { parent: string; depth: number },
): Filter[] {
  const at = `${parent}.${key}`;
  if (key === 'and') return [{ and: readList(reading, where.and, at, depth) }];
  if (key === 'or') return [{ or: readList(reading, where.or, at, depth) }];
  if (key === 'not') return [{ not: readObject(reading, where.not, at, depth + 1) }];
  reading.terms += 1;
  // Beyond the limit, further terms would only make the list of problems longer.
  if (reading.terms > maxTerms) return [];
  const leaf = parseLeaf(reading.context, key, at, () => where[key]);
  if ('filter' in leaf) {
    // A count may have conditions of its own.
    reading.terms += costOfFilter(reading.context, leaf.filter) - 1;
    return [leaf.filter];
  }
  reading.problems.push(...leaf.problems);
  return [];
}

function readList(reading: Reading, list: unknown, at: string, depth: number): Filter[] {
  if (Array.isArray(list)) {
    return list.map((item, index) => readObject(reading, item, `${at}.${index}`, depth + 1));
  }
  reading.problems.push(problem('Q004', at, { expected: 'filters' }));
  return [];
}

/** The number of conditions of a filter, and of the operations that compute the values in them. */
export function costOfFilter(context: FilterContext, filter: Filter): number {
  const { resource } = context;
  const own = new Map([[resource.name, resource]]);
  const resources = ('role' in context ? context.descriptor.resources : context.resources) ?? own;
  const inside = (target: Resource, part: Filter) =>
    costOfFilter({ ...context, resource: target }, part);
  return conditionsIn(filter).reduce((cost, each) => {
    if ('through' in each) return cost + inside(each.target, each.some);
    if ('expression' in each) return cost + each.cost;
    if ('thread' in each) return cost + 1;
    if ('count' in each)
      return cost + 1 + (each.among ? inside(each.count.resource, each.among) : 0);
    const others = each.operands.filter(isFieldOperand).map(({ field }) => field);
    const values = [each.path, ...others].map((path) =>
      costOfValue(resources, resource, nowPath(path)),
    );
    return values.reduce((sum, value) => sum + value, cost + 1);
  }, 0);
}

/** Whether a filter matches every record, such as `{"not":{"or":[]}}`. */
export function selectsAll(filter: Filter): boolean {
  if ('and' in filter) return filter.and.every(selectsAll);
  if ('or' in filter) return filter.or.some(selectsAll);
  return 'not' in filter && selectsNone(filter.not);
}

function selectsNone(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(selectsNone);
  if ('or' in filter) return filter.or.every(selectsNone);
  return 'not' in filter && selectsAll(filter.not);
}
