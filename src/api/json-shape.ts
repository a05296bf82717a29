import { checkJson, isObject } from '../descriptor/json-object.ts';
import { problem, type Problem } from '../fields/problem.ts';
import { isStorable } from '../fields/storable-text.ts';

const MAX_KEYS = 1_000;

/**
 * What no body may hold, whatever it is for: nesting that breaks recursive code, keys by
 * the thousand, and characters PostgreSQL cannot keep. Each route checks the rest.
 */
export function checkJsonShape(value: unknown): Problem[] {
  const dangers = checkJson(value, '');
  return dangers.length > 0 ? dangers : checkMembers(value, '');
}

function checkMembers(value: unknown, path: string): Problem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [problem('V013', path)];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (isObject(value) && entries.length > MAX_KEYS)
    return [problem('V016', path, { max: MAX_KEYS })];
  return entries.flatMap(([key, member]) => {
    if (!isStorable(key)) return [problem('V013', path)];
    return checkMembers(member, path === '' ? key : `${path}.${key}`);
  });
}
