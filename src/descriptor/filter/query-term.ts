import type { Field } from '../../fields/field.ts';
import { isOperator, operators, type Operator } from '../../fields/operators.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { mayRead, readableFields } from '../access.ts';
import { systemFields, type Descriptor, type Resource } from '../descriptor.ts';
import type { Moment } from './tokens.ts';
import { findField } from '../system-fields.ts';
import { suggestHint } from '../suggest.ts';

/** The role, the resource and the descriptor that a query is read for. */
export type Asking = {
  descriptor: Descriptor;
  role: string;
  resource: Resource;
  /** The moment by which tokens are resolved; absent: now, without a user. */
  moment?: Moment;
};

/** The descriptor itself declares a filter: it may use every field, and other resources only if `resources` is given. */
export type Declaring = { resource: Named; resources?: ReadonlyMap<string, Named> };

type Named = Pick<Resource, 'name' | 'fields'>;

type FoundField = { path: string; field: Field };
export type Term = FoundField & { operator: Operator };

/**
 * Parses the key of a filter: `year` is the field with equality, `year_gte` the field with an
 * operator. A field whose name ends like an operator takes precedence. Problems point at `at`.
 */
export function parseTerm(
  asking: Asking | Declaring,
  key: string,
  at: string,
): Term | { problems: Problem[] } {
  if (findSeen(asking, key)) return withOperator(asking, key, 'eq', at);
  const cut = key.lastIndexOf('_');
  const [path, operator] = [key.slice(0, cut), key.slice(cut + 1)];
  if (cut > 0 && findSeen(asking, path)) {
    return withOperator(asking, path, operator, at);
  }
  return { problems: [unknownField(asking, cut > 0 && isOperator(operator) ? path : key, at)] };
}

/** Finds the field at a path. */
export function parsePath(
  asking: Asking | Declaring,
  path: string,
  at: string,
): FoundField | { problems: Problem[] } {
  const field = findSeen(asking, path);
  return field ? { path, field } : { problems: [unknownField(asking, path, at)] };
}

/**
 * Finds a field that the role may filter and sort by. A field it may not read counts as missing: a filter
 * or a sort would reveal its values one query at a time, and a specific problem would reveal its name.
 */
export function findSeen(asking: Asking | Declaring, path: string): Field | undefined {
  const field = findField(asking.resource, path);
  const isSeen =
    !('role' in asking) || mayRead(asking.descriptor, asking.role, asking.resource, path);
  return isSeen ? field : undefined;
}

function withOperator(
  asking: Asking | Declaring,
  path: string,
  name: string,
  at: string,
): Term | { problems: Problem[] } {
  const found = parsePath(asking, path, at);
  if ('problems' in found) return found;
  const unknown = checkOperator(found.field, name, at);
  return unknown ? { problems: [unknown] } : { ...found, operator: name as Operator };
}

export function checkOperator(field: Field, name: string, at: string): Problem | undefined {
  const offered: readonly string[] = field.kind.filter.operators;
  if (offered.includes(name)) return undefined;
  return problem('Q003', at, { operators: offered.join(', ') }, suggestHint(name, offered));
}

export function unknownField(asking: Asking | Declaring, path: string, at: string): Problem {
  const own =
    'role' in asking
      ? readableFields(asking.descriptor, asking.role, asking.resource)
      : asking.resource.fields.keys();
  const words = [...own, ...systemFields.filter((name) => findSeen(asking, name))];
  return problem('Q002', at, {}, suggestHint(path, words));
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
