import type { ValueMistake } from '../problems/value-check.ts';
import { isStorable } from '../text/storable-text.ts';

const MAX_DEPTH = 32;

/** Keys that would reach an object's prototype in a careless copy. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds what keeps a value from being a JSON object or list that can be stored. */
export function findInJson(root: unknown): ValueMistake | undefined {
  return typeof root === 'object' && root !== null ? findIn(root, 1) : noJson;
}

/** Recursive, but never deeper than allowed: deep nesting is an attack on the call stack. */
function findIn(value: unknown, depth: number): ValueMistake | undefined {
  if (typeof value !== 'object' || value === null) return findInScalar(value);
  if (depth > MAX_DEPTH) return { code: 'V019', params: { max: MAX_DEPTH } };
  if (Array.isArray(value)) {
    for (const member of value) {
      const finding = findIn(member, depth + 1);
      if (finding) return finding;
    }
    return undefined;
  }
  if (!isPlain(value)) return noJson;
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key)) return { code: 'V020', params: { key } };
    if (!isStorable(key)) return { code: 'V013' };
    const finding = findIn((value as Record<string, unknown>)[key], depth + 1);
    if (finding) return finding;
  }
  return undefined;
}

const noJson: ValueMistake = { code: 'V002', params: { expected: 'objectOrList' } };

function findInScalar(value: unknown): ValueMistake | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { code: 'V013' };
  const isJson = value === null || typeof value === 'boolean' || Number.isFinite(value);
  return isJson ? undefined : noJson;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON in one cell of a file. Any other text stays a text, which the JSON value rules refuse. */
export function readJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
