import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import {
  fromWhere,
  isFilterTree,
  otherField,
  termKey,
  type FilterTerm,
  type FilterTree,
} from '../../../../descriptor/filter/filter-tree.ts';
import type { FilterPath } from '../../../../descriptor/filter/filter-paths.ts';
import type { Filter } from '../../../../descriptor/filter/filter.ts';
import { readCondition } from '../../../../descriptor/filter/read-condition.ts';
import type { CheckScope } from '../../../../descriptor/filter/query-term.ts';
import { readWhere } from '../../../../descriptor/filter/where.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { toExpressionFlaw } from '../../../../descriptor/read/checks/computed-checks.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { readValue } from './json-text.ts';

/** What a condition is about. */
export type Scope = {
  descriptor: Descriptor;
  role: string;
  resource: Resource;
  /** In the filter of a reference: the collection that has the reference. */
  owner?: Resource | undefined;
  /** In a check: it may compare with the values before a change. */
  before?: boolean | undefined;
};

/** A condition as somebody writes it: an expression, or the JSON of a filter. */
export function conditionText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The filter of a declared condition; undefined for an expression with a mistake. */
function whereOf({ owner }: Scope, value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  const read = readCondition(value, { hasOwner: owner !== undefined });
  return 'where' in read ? read.where : undefined;
}

/** The conditions of the filter builder; undefined for what only an expression can say. */
export function toTree(scope: Scope, value: unknown): FilterTree | undefined {
  const where = whereOf(scope, value);
  const read = where && fromWhere(scope, where);
  return read && 'tree' in read && hasShownValues(read.tree) ? read.tree : undefined;
}

/** Whether the rows of the filter builder can show all values: an expression is none. */
function hasShownValues({ items }: FilterTree): boolean {
  return items.every((item) => {
    if (isFilterTree(item)) return hasShownValues(item);
    return otherField(item.value) !== undefined || ![item.value].flat().some(isObject);
  });
}

/** Those paths with whose value a condition can compare. */
export function comparablePaths(
  scope: Scope,
  term: FilterTerm,
  paths: readonly FilterPath[],
): FilterPath[] {
  if (scope.owner) return [];
  const compares = (path: string): boolean =>
    'filter' in readWhere(checkScope(scope), { [termKey(term)]: { $field: path } });
  return paths.filter(({ path }) => path !== term.path && compares(path));
}

/** What a declared condition means, for the words; undefined if it has a mistake. */
export function toFilter(scope: Scope, value: unknown): Filter | undefined {
  const read = readWhere(checkScope(scope), whereOf(scope, value));
  return 'filter' in read ? read.filter : undefined;
}

/** The condition that somebody has written, or what is wrong with it; neither for an empty text. */
export function readConditionText(
  scope: Scope,
  text: string,
): { value: unknown } | { problem: string } | { empty: true } {
  const trimmed = text.trim();
  if (trimmed === '') return { empty: true };
  const { value, problem } = trimmed.startsWith('{') ? readValue(trimmed) : { value: trimmed };
  if (problem !== undefined) return { problem };
  const hasOwner = scope.owner !== undefined;
  const read = typeof value === 'string' ? readCondition(value, { hasOwner }) : undefined;
  const [flaw] = read && 'problems' in read ? read.problems : [];
  if (flaw) return { problem: problemText(toExpressionFlaw(flaw, []).problem) };
  const found = readWhere(checkScope(scope), whereOf(scope, value));
  if ('problems' in found) return { problem: found.problems.map(problemText).join(' ') };
  return { value };
}

/** All that the descriptor itself may ask at this place. */
function checkScope({ descriptor, resource, owner, before = false }: Scope): CheckScope {
  return { resource, resources: descriptor.resources, before, ...(owner && { owner }) };
}
