import type { Field } from '../fields/field.ts';
import type { Resource } from './descriptor.ts';

// Every write asks. A new descriptor has new fields.
const known = new WeakMap<Resource['fields'], readonly Field[]>();

/** The fields of a resource that hold files. */
export function fileFields({ fields }: Pick<Resource, 'fields'>): readonly Field[] {
  let found = known.get(fields);
  if (!found) {
    found = [...fields.values()].filter(({ kind }) => kind.files !== undefined);
    known.set(fields, found);
  }
  return found;
}
