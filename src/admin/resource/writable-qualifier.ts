import type { Field } from '../../fields/type/field.ts';
import { qualifierOf } from '../../fields/type/qualifier-of.ts';
import type { ResourceView } from '../kit/as-of.ts';

/** The field that says whether a number is a bound, if the user may write it: they are written together. */
export function writableQualifier(
  { resource, isWritable }: Pick<ResourceView, 'resource' | 'isWritable'>,
  field: Field,
): Field | undefined {
  const name = qualifierOf(field, field.name) ?? '';
  return isWritable(name) ? resource.fields.get(name) : undefined;
}
