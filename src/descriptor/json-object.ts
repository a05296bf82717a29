import { problem, type Problem } from '../fields/problem.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Same JSON value; the order of an object's keys means nothing, as in `jsonb`. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isSameJson(item, right[at]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  );
}

/** Deeper than any sensible record, and far from where recursion ends. */
export const maxDepth = 32;

/**
 * What makes JSON from outside dangerous whatever it means: nesting that
 * exhausts the stack of whoever walks it, and `__proto__`, which `Object.assign`
 * would follow. Everything after this may recurse.
 */
export function checkJson(value: unknown, path: string, depth = 0): Problem[] {
  if (!isNested(value)) return [];
  if (depth >= maxDepth) return [problem('V019', path, { max: maxDepth })];
  const problems: Problem[] = [];
  for (const key of Object.keys(value)) {
    if (key === '__proto__') problems.push(problem('V020', path, { key }));
    const inside = value[key];
    // Every cell of an import comes by here, and most are plain: a path is made where one goes deeper.
    if (!isNested(inside)) continue;
    problems.push(...checkJson(inside, path === '' ? key : `${path}.${key}`, depth + 1));
  }
  return problems;
}

function isNested(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
