import { isObject, isSameJson, type JsonObject } from './json-object.ts';

/** Applies a JSON merge patch (RFC 7396 §2): objects are merged, null removes, anything else replaces. */
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
 * The merge patch that sets the fields of `before` to those of `after`. Fields that `after` does not name
 * stay unchanged. Null inside an object means removal, so a patch cannot set a null there; see `isExact`.
 */
export function toMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(after).filter(
    ([name, value]) => !isSameJson(value ?? null, before[name] ?? null),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      isObject(value) ? toInnerPatch(before[name], value) : (value ?? null),
    ]),
  );
}

function toInnerPatch(before: unknown, after: JsonObject): JsonObject {
  const old = isObject(before) ? before : {};
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(after, name));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...toMergePatch(old, after) };
}

/** Whether a patch turns `before` into `after` without losing a null inside an object. */
export function isExact(patch: JsonObject, before: JsonObject, after: JsonObject): boolean {
  return Object.keys(patch).every(
    (name) =>
      !isObject(after[name]) || isSameJson(applyMergePatch(before[name], patch[name]), after[name]),
  );
}
