import { isObject, isSameJson } from './json-object.ts';

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

/** The patch that makes `to` of `from`. Of two objects only what differs; a null inside of `to` cannot be said. */
export function toMergePatch(from: unknown, to: unknown): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const changed = Object.keys(to).filter((key) => !isSameJson(from[key], to[key]));
  return Object.fromEntries([
    ...gone.map((key) => [key, null]),
    ...changed.map((key) => [key, toMergePatch(from[key], to[key])]),
  ]);
}
