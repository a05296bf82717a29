import { isObject, isSameJson, type JsonObject } from './json-object.ts';

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

/**
 * The merge patch that turns one record into the other: what a form sends after
 * an edit. Fields missing in `after` are left alone; inside a value a missing
 * key is one the user removed.
 */
export function toMergePatch(before: JsonObject, after: JsonObject): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    if (!isSameJson(before[key], value)) patch[key] = toChange(before[key], value);
  }
  return patch;
}

function toChange(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after ?? null;
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return {
    ...Object.fromEntries(removed.map((key) => [key, null])),
    ...toMergePatch(before, after),
  };
}
