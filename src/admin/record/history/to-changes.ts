import type { FieldChange } from '../../../contract/past.ts';
import { isObject, isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';

/** A changed field, or a changed part of an object. */
export type Change = {
  /** Its path, such as `size.unit`. */
  path: string;
  field: Field;
  /** The object that it is a part of. */
  whole?: Field;
  before: unknown;
  after: unknown;
  erased: boolean;
  beforeHidden: boolean;
};

/**
 * The changes of a version as the screens show them: of an object that was there before and after, only its parts.
 * A file never changes, so another file is shown whole.
 */
export function toChanges(
  changes: readonly FieldChange[],
  find: (name: string) => Field | undefined,
): Change[] {
  return changes.flatMap(({ path, before, after, erased, beforeHidden }) => {
    const field = find(path);
    // The descriptor may have changed since this page was loaded.
    if (!field) return [];
    const change = {
      path,
      field,
      before,
      after,
      erased: erased === true,
      beforeHidden: beforeHidden === true,
    };
    const parts = field.kind.files ? undefined : field.kind.parts?.(field.settings);
    if (!parts || !isObject(before) || !isObject(after)) return [change];
    return [...parts]
      .map(([name, part]) => ({
        ...change,
        path: `${path}.${name}`,
        field: part,
        whole: field,
        before: before[name] ?? null,
        after: after[name] ?? null,
      }))
      .filter((part) => !isSameJson(part.before, part.after));
  });
}

/** Whether two values are the same to a user: an empty list is as empty as no value. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isSameJson(filled(one), filled(other));
}

function filled(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

/** Computed values are made again each time, so they have no past. */
export function hasPast({ computed }: Field): boolean {
  return computed === undefined;
}
