import type { Field } from '../fields/type/field.ts';
import type { Resource } from './descriptor.ts';

// Every write asks. A new descriptor has new fields.
const cache = new WeakMap<Resource['fields'], readonly Field[]>();

/** The fields of a resource that hold files. */
export function fileFields({ fields }: Pick<Resource, 'fields'>): readonly Field[] {
  let list = cache.get(fields);
  if (!list) {
    list = [...fields.values()].filter(({ kind }) => kind.files !== undefined);
    cache.set(fields, list);
  }
  return list;
}
