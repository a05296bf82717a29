import { headOf } from '../../fields/text/head-of-path.ts';
import { isOperator, operators, type Operator } from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { isStorable } from '../../fields/text/storable-text.ts';
import { checkExpression, type Resolver } from '../expression/check-expression.ts';
import type { ExpressionProblem } from '../expression/expression.ts';
import { expressionScope } from '../expression/expression-scope.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { costOf, readsIn } from '../expression/paths.ts';
import { nowPath } from '../expression/before.ts';
import { isObject } from '../json-object.ts';
import { visibleTo } from '../relations.ts';
import type { ValueKind } from '../expression/rollups.ts';
import type { ExpressionFilter, Filter } from './filter.ts';
import { findReadableField, type FilterContext } from './query-term.ts';

/** The key of a condition that is an expression: `{"$expression": "price * quantity > 100"}`. */
export const EXPRESSION = '$expression';

/** Why a condition is not an expression where only comparisons work. */
export const COMPARISONS_ONLY =
  'here stands a comparison of a field or a count with a value or with another field; a computed field can hold anything else';

/** Parses what filters have no other form for. It is a condition of the record as a whole, so it must be true or false. */
export function parseExpressionTerm(
  context: FilterContext,
  text: unknown,
  at: string,
): { filter: Filter } | { problems: Problem[] } {
  if (typeof text !== 'string') return { problems: [problem('Q004', at, { expected: 'text' })] };
  const read = readExpression(context, text, at);
  if ('problems' in read) return read;
  const { kind, ...filter } = read;
  if (kind === 'boolean') return { filter };
  const message = `the expression returns ${kind}, but a condition is true or false`;
  return refuse([{ message, at: filter.expression.at, wrong: 'kind' }], at);
}

/** An expression over what the caller may read, with the kind of its value. `hasMoment`: it may name `$today` or `$user`. */
export function readExpression(
  context: FilterContext,
  text: string,
  at: string,
  { hasMoment = true } = {},
): (Omit<ExpressionFilter, 'seesAll'> & { kind: ValueKind }) | { problems: Problem[] } {
  if (!isStorable(text)) return { problems: [problem('V013', at)] };
  const named = namedIn(context, hasMoment);
  if (!named) return refuse([{ message: COMPARISONS_ONLY, at: 0, wrong: 'form' }], at);
  const parsed = parseExpression(text);
  if ('problem' in parsed) return refuse([parsed.problem], at);
  const { expression } = parsed;
  const checked = checkExpression(expression, named.scope);
  if ('problems' in checked) return refuse(checked.problems, at);
  const reads = readsIn(named.resources, context.resource, expression) ?? [];
  const cost = Math.max(1, costOf(named.resources, expression, reads));
  return { expression, reads, cost, kind: checked.kind };
}

/** What an expression can name: for a caller, what the role may read. Undefined where only comparisons work. */
function namedIn(
  context: FilterContext,
  hasMoment = true,
): { scope: Resolver; resources: ReadonlyMap<string, FilterContext['resource']> } | undefined {
  if ('role' in context) {
    const visible = visibleTo(context.descriptor, context.role);
    const scope = expressionScope({ ...visible, hasMoment }, context.resource);
    return { scope, resources: visible.resources };
  }
  const { resources, resource, before } = context;
  if (!resources) return undefined;
  const scope = expressionScope({ resources, hasBefore: before, hasMoment }, resource);
  return { scope, resources };
}

/** Why two fields are not compared where only comparisons work. */
const ONE_RECORD_ONLY =
  'here stands a comparison of fields of one record; a computed field can hold the value of the other record';

/**
 * Parses a comparison of fields of two records, such as `{"course.seats_gte": {"$field": "number"}}`, which is an
 * expression. Undefined for every other term.
 */
export function parseBetween(
  context: FilterContext,
  key: string,
  at: string,
  read: (operator: Operator) => unknown,
): { filter: Filter } | { problems: Problem[] } | undefined {
  if ('owner' in context) return undefined;
  const cut = key.lastIndexOf('_');
  const suffix = key.slice(cut + 1);
  const [path, operator] = isOperator(suffix) ? [key.slice(0, cut), suffix] : [key, 'eq' as const];
  const given = read(operator);
  const other = isObject(given) && typeof given.$field === 'string' ? given.$field : undefined;
  if (other === undefined || ![path, other].some((one) => isBehind(context, one))) return undefined;
  const { written } = operators[operator];
  if (!namedIn(context) || written === undefined)
    return refuse([{ message: ONE_RECORD_ONLY, at: 0, wrong: 'form' }], at);
  // To a filter, an empty value equals nothing.
  const same = `(${path} = ${other} and ${path} != null)`;
  const sameOrNot = operator === 'neq' ? `not ${same}` : `${path} ${written} ${other}`;
  return parseExpressionTerm(context, operator === 'eq' ? same : sameOrNot, at);
}

function isBehind(context: FilterContext, path: string): boolean {
  const own = nowPath(path);
  if (!own.includes('.') || findReadableField(context, own)) return false;
  return findReadableField(context, headOf(own))?.kind.relation !== undefined;
}

/** `inside` and `wrong` say for the check of a descriptor where in the text something is wrong, and in which way. */
function refuse(found: readonly ExpressionProblem[], path: string): { problems: Problem[] } {
  return {
    problems: found.map(({ message: reason, hint, at: inside, wrong }) =>
      problem('Q029', path, { reason, inside, wrong }, hint),
    ),
  };
}
