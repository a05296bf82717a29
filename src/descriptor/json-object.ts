import { problem, type Problem } from '../fields/problems/problem.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal. The order of keys in an object does not matter, as in `jsonb`. */
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

/** More than any sensible record needs, and safe for recursive code. */
export const maxDepth = 32;

/**
 * Finds dangerous parts of untrusted JSON: nesting that exhausts the stack of
 * recursive code, and `__proto__`, which `Object.assign` would follow. Code after this
 * check may recurse. Paths are only built for problems.
 */
export function checkJson(value: unknown, path: string): Problem[] {
  return isHarmless(value, 0) ? [] : [...findDangers(value, path, 0).take(MOST_DANGERS)];
}

/** The most problems reported at once. */
const MOST_DANGERS = 100;

function isHarmless(value: unknown, depth: number): boolean {
  if (!isNested(value)) return true;
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((inside) => isHarmless(inside, depth + 1));
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isHarmless(value[key], depth + 1)) return false;
  }
  return true;
}

function* findDangers(value: unknown, path: string, depth: number): Generator<Problem> {
  if (!isNested(value)) return;
  if (depth >= maxDepth) {
    yield problem('V019', path, { max: maxDepth });
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') yield problem('V020', path, { key });
    yield* findDangers(value[key], path === '' ? key : `${path}.${key}`, depth + 1);
  }
}

function isNested(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
