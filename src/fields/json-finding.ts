import type { Finding } from './ensure.ts';
import { isStorable } from './storable-text.ts';

const MAX_DEPTH = 32;

/** Keys that reach an object's prototype when somebody copies it carelessly. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * What keeps a value from being a JSON object or list that can be stored. Walks with
 * a list of its own instead of calling itself: deep nesting is an attack on the call stack.
 */
export function findInJson(root: unknown): Finding | undefined {
  if (typeof root !== 'object' || root === null) return noJson;
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];

  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) {
      const finding = findInScalar(value);
      if (finding !== undefined) return finding;
      continue;
    }
    if (depth > MAX_DEPTH) return { code: 'V019', params: { max: MAX_DEPTH } };
    if (!isPlain(value)) return noJson;
    for (const [key, member] of Object.entries(value)) {
      if (forbiddenKeys.has(key)) return { code: 'V020', params: { key } };
      if (!isStorable(key)) return { code: 'V013' };
      open.push({ value: member, depth: depth + 1 });
    }
  }
  return undefined;
}

const noJson: Finding = { code: 'V002', params: { expected: 'objectOrList' } };

function findInScalar(value: unknown): Finding | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { code: 'V013' };
  const isJson = value === null || typeof value === 'boolean' || Number.isFinite(value);
  return isJson ? undefined : noJson;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
