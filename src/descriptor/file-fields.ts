import type { Field } from '../fields/field.ts';
import type { Resource } from './descriptor.ts';

/** The fields of a resource that hold files. */
export function fileFields({ fields }: Pick<Resource, 'fields'>): Field[] {
  return [...fields.values()].filter(({ kind }) => kind.files !== undefined);
}
