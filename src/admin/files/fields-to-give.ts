import type { Resource } from '../../descriptor/descriptor.ts';
import { titleFields } from '../../descriptor/title.ts';
import type { Naming } from '../../files/import/import-parts.ts';
import type { Field } from '../../fields/field.ts';

/** The fields a new record must be given, since it has nothing in them by itself. */
export function fieldsToGive(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    ({ required, readOnly, default: first }) => required && !readOnly && first === undefined,
  );
}

/** Those of them that a cell does not surely tell which names a record so. */
export function fieldsToGiveBeside(to: Resource, by: Naming['by']): Field[] {
  const told = new Set<string>();
  const titled = titleFields(to);
  if (by !== '_id' && titled.length === 1) told.add(titled[0]!);
  if (by === undefined || by === 'key') told.add(to.importKey);
  return fieldsToGive(to).filter(({ name }) => !told.has(name));
}
