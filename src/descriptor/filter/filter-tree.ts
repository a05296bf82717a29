import { requireItem } from '../../fields/require-entry.ts';
import { operators, type Operator } from '../../fields/type/operators.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { splitTerm } from './filter-paths.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { plainTerm, type QueryContext } from './query-term.ts';
import { parseWhere } from './where.ts';

/** One condition in the form that screens store. The value is JSON as in `where`, with unresolved tokens. */
export type FilterTerm = { path: string; operator: Operator; value: unknown };

/** A group of conditions of which all (`and`) or one (`or`) must hold; `not` negates the group. */
export type FilterTree = {
  join: 'and' | 'or';
  not?: true;
  items: readonly (FilterTree | FilterTerm)[];
};

/** The field with which a condition compares, as in `{ "$field": "valueMax" }`; undefined for any other value. */
export function otherField(value: unknown): string | undefined {
  return isObject(value) && typeof value['$field'] === 'string' ? value['$field'] : undefined;
}

export function isFilterTree(item: FilterTree | FilterTerm): item is FilterTree {
  return 'items' in item;
}

/**
 * Returns the tree as the JSON of `where`. A single group with different terms becomes
 * one flat object, the form that people write: `{"year_gte":2000,"status":"open"}`.
 */
export function toWhere(tree: FilterTree): JsonObject {
  return write(toNormalTree(tree));
}

/** The tree without groups of one entry. Equal trees then have equal JSON. */
export function toNormalTree({ join, not, items }: FilterTree): FilterTree {
  const inner = items.map((item) => (isFilterTree(item) ? single(toNormalTree(item)) : item));
  const [only] = inner;
  if (inner.length === 1 && only && isFilterTree(only)) {
    if (!not) return only;
    if (!only.not) return { ...only, not };
  }
  const tree: FilterTree = { join: inner.length === 1 ? 'and' : join, items: inner };
  return not ? { ...tree, not } : tree;
}

/** Returns the tree of a `where`, or its problems by the rules of the API. */
export function fromWhere(
  context: QueryContext,
  where: unknown,
): { tree: FilterTree } | { problems: Problem[] } {
  const parsed = parseWhere({ ...context, where });
  if ('problems' in parsed) return parsed;
  return { tree: toNormalTree(readObject(context, where as JsonObject)) };
}

function write(tree: FilterTree): JsonObject {
  return tree.not ? { not: writeGroup(tree) } : writeGroup(tree);
}

function writeGroup({ join, items }: FilterTree): JsonObject {
  const parts = items.map((item) =>
    isFilterTree(item) ? write(item) : { [termKey(item)]: item.value },
  );
  const terms = items.flatMap((item) => (isFilterTree(item) ? [] : [termKey(item)]));
  const isFlat = terms.length === items.length && new Set(terms).size === terms.length;
  if (isFlat && (join === 'and' ? items.length > 0 : items.length === 1))
    return Object.assign({}, ...parts) as JsonObject;
  return { [join]: parts };
}

/** The key of a term among the conditions of a list. */
export function termKey({ path, operator }: FilterTerm): string {
  return operator === 'eq' ? path : `${path}_${operator}`;
}

function readObject(context: QueryContext, where: JsonObject): FilterTree {
  return { join: 'and', items: Object.keys(where).map((key) => readKey(context, where, key)) };
}

function readKey(context: QueryContext, where: JsonObject, key: string): FilterTree | FilterTerm {
  if (key === 'and' || key === 'or') {
    const list = where[key] as readonly JsonObject[];
    return { join: key, items: list.map((each) => readObject(context, each)) };
  }
  if (key === 'not') {
    const inside = readObject(context, where['not'] as JsonObject);
    return { join: 'and', not: true, items: [inside] };
  }
  const { path, operator } = splitTerm(context, key);
  return toTerm(path, operator, where[key]);
}

/** Replaces a group of one entry by the entry. */
function single(tree: FilterTree): FilterTree | FilterTerm {
  return tree.items.length === 1 && !tree.not ? requireItem(tree.items, 0) : tree;
}

function toTerm(path: string, written: Operator, given: unknown): FilterTerm {
  const { operator, value } = plainTerm(written, given);
  if (operators[operator].takes === 'flag') return { path, operator, value: true };
  return { path, operator, value: isObject(value) ? { ...value } : value };
}
