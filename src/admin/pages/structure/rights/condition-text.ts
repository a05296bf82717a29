import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { fromWhere, type FilterTree } from '../../../../descriptor/filter/filter-tree.ts';
import { readCondition } from '../../../../descriptor/filter/read-condition.ts';
import { readWhere } from '../../../../descriptor/filter/where.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { toExpressionFlaw } from '../../../../descriptor/read/checks/computed-checks.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { readValue } from '../settings/json-text.ts';

/** What a condition is about. */
export type Scope = { descriptor: Descriptor; role: string; resource: Resource };

/** A condition as somebody writes it: an expression, or the JSON of a filter. */
export function conditionText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The filter of a declared condition; undefined for an expression with a mistake. */
function whereOf(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  const read = readCondition(value);
  return 'where' in read ? read.where : undefined;
}

/** The conditions of the filter builder; undefined for what only an expression can say. */
export function toTree(scope: Scope, value: unknown): FilterTree | undefined {
  const where = whereOf(value);
  const read = where && fromWhere(scope, where);
  return read && 'tree' in read ? read.tree : undefined;
}

/** The condition that somebody has written, or what is wrong with it; neither for an empty text. */
export function readConditionText(
  { descriptor, resource }: Scope,
  text: string,
): { value: unknown } | { problem: string } | { empty: true } {
  const trimmed = text.trim();
  if (trimmed === '') return { empty: true };
  const json = trimmed.startsWith('{') ? readValue(trimmed) : { value: trimmed };
  if (json.problem !== undefined) return { problem: json.problem };
  const { value } = json;
  const read = typeof value === 'string' ? readCondition(value) : undefined;
  const [flaw] = read && 'problems' in read ? read.problems : [];
  if (flaw) return { problem: problemText(toExpressionFlaw(flaw, []).problem) };
  const where = whereOf(value);
  const found = readWhere({ resource, resources: descriptor.resources, before: true }, where);
  if ('problems' in found) return { problem: found.problems.map(problemText).join(' ') };
  return { value };
}
