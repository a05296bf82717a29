import { isObject } from './json-object.ts';

/** JSON merge patch, RFC 7396 §2: objects are merged, null removes, anything else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = applyMergePatch(merged[key], change);
  }
  return merged;
}
