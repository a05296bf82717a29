import type { Resource } from '../../descriptor/descriptor.ts';
import { isMany } from '../../descriptor/field-check.ts';
import { isDerived } from '../../fields/type/is-derived.ts';

/** What can identify the record of a row: the import key (`a,b`), every unique field, and `_id`. */
export function importKeys(resource: Resource): string[] {
  const fields = [...resource.fields.values()].filter(
    (field) => field.unique && !field.kind.relation,
  );
  return [...new Set([resource.importKey.join(), ...fields.map((field) => field.name), '_id'])];
}

/**
 * The fields that can identify it together: those with a single value, including references to other
 * resources. A reference to the same resource would have to be found among the rows that it identifies.
 */
export function keyParts(resource: Resource): string[] {
  const parts = [...resource.fields.values()].filter((field) => {
    const { sql } = field.kind.column(field.settings);
    const isOwn = field.kind.relation?.(field.settings).to === resource.name;
    return !isDerived(field) && !isMany(field) && !isOwn && sql !== 'jsonb';
  });
  return parts.map(({ name }) => name);
}

/** Parses `casId` or `source,sampleCode`; undefined if these cannot identify records. */
export function parseKey(resource: Resource, text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  const [name = ''] = names;
  const isKey =
    names.length === 1
      ? importKeys(resource).includes(name)
      : new Set(names).size === names.length && names.every(isOneOf(keyParts(resource)));
  return isKey ? names : undefined;
}

function isOneOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

/**
 * The default key: the import key; without one the `_id`, if the file has that column, otherwise the
 * first unique field or fields that the file has. Without any of these, rows create new records.
 */
export function usualKey(resource: Resource, names: readonly string[]): readonly string[] {
  if (!resource.importKey.includes('_id') || names.includes('_id')) return resource.importKey;
  const alone = importKeys(resource).filter((name) => name !== '_id');
  const parts = keyParts(resource);
  const groups = [...alone.map((name) => [name]), ...resource.unique];
  const isThere = (group: readonly string[]) =>
    group.every((name) => names.includes(name) && (group.length === 1 || parts.includes(name)));
  return groups.find(isThere) ?? ['_id'];
}
