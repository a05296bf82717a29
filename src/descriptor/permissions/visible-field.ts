import type { Field } from '../../fields/type/field.ts';
import type { FieldSource } from '../../fields/type/to-field.ts';

type Sight = { writable: boolean; sees: (field: string) => boolean };

/**
 * A field without the other roles that may read or write it. Who may not choose the record of a reference does not see
 * which records could be chosen: the filter may use fields that the role may not read. Nor does a role see the name of
 * a parent of numbers that it may not read.
 */
export function toSeenField(
  { read: _, write: __, filter, per, ...rest }: FieldSource,
  field: Field,
  { writable, sees }: Sight,
): FieldSource {
  return {
    ...rest,
    ...(per !== undefined && seesParent(field, sees) && { per }),
    ...(writable ? filter !== undefined && { filter } : { readOnly: true }),
  };
}

function seesParent({ numbering }: Field, sees: Sight['sees']): boolean {
  const per = numbering?.per;
  return typeof per !== 'object' || sees(per.reference);
}
