import type { Resource } from '../descriptor/descriptor.ts';

/** The fields by which a file may say which record a row means: the import key, every unique field, and `_id`. */
export function importKeys(resource: Resource): string[] {
  const fields = [...resource.fields.values()].filter(
    (field) => field.unique && !field.kind.relation,
  );
  return [...new Set([resource.importKey, ...fields.map((field) => field.name), '_id'])];
}
