import { z } from 'zod';
import type { NestedFilter } from './field.ts';
import { filterSetting } from './to-field.ts';

/** What a field says about the records that it refers to. */
export type Relation = {
  /** The name of their resource. */
  to: string;
  many: boolean;
  /** The records that may be chosen, as declared; `{ "$field": … }` names a field of the record that chooses. */
  filter?: NestedFilter | undefined;
};

/** The settings of every type of reference. */
export const relationSettings = {
  to: z.string().min(1).describe('The resource that the field refers to.'),
  filter: filterSetting
    .optional()
    .describe(
      'Only records that match this filter can be chosen, such as `{"country": {"$field": "country"}, "active": true}`. It uses the fields of the other resource; `$field` names a field of the record that has the reference. Default: all records.',
    ),
};
