import { isObject, isSameJson, type JsonObject } from '../../descriptor/json-object.ts';

/** The fields of `after` that differ from `before`, whole. */
export function changedFields(before: JsonObject, after: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isSameJson(value ?? null, before[name] ?? null),
    ),
  );
}

/**
 * The JSON merge patch (RFC 7396) that turns `before` into `after`, or undefined
 * where there is none: inside an object a patch says "remove" with null, so it
 * cannot put a null there.
 */
export function toMergePatch(
  before: JsonObject,
  after: JsonObject,
): Record<string, unknown> | undefined {
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changedFields(before, after))) {
    const old = before[name];
    if (!isObject(value)) {
      patch[name] = value ?? null;
      continue;
    }
    const inner = patchInside(isObject(old) ? old : {}, value);
    if (inner === undefined) return undefined;
    patch[name] = inner;
  }
  return patch;
}

function patchInside(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) patch[name] = null;
  }
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (Object.hasOwn(before, name) && isSameJson(value, old)) continue;
    if (value === null || value === undefined) return undefined;
    const inner = isObject(value) ? patchInside(isObject(old) ? old : {}, value) : value;
    if (inner === undefined) return undefined;
    patch[name] = inner;
  }
  return patch;
}
