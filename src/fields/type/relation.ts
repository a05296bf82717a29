import { z } from 'zod';
import type { NestedFilter } from './field.ts';
import { collectionName } from './named-parts.ts';
import { filterSetting } from './to-field.ts';

/** What a field says about the records that it refers to. */
export type Relation = {
  /** The name of their resource. */
  to: string;
  many: boolean;
  /** The records that may be chosen, as declared; `{ "$field": … }` names a field of the record that chooses. */
  filter?: NestedFilter | undefined;
  /** The reference is the parent of its record: the records of the resource form a tree of at most so many levels. */
  tree?: { maxDepth?: number | undefined } | undefined;
};

/** The settings of every type of reference. */
export const relationSettings = {
  to: collectionName.describe('The resource that the field refers to.'),
  filter: filterSetting
    .optional()
    .describe(
      'Only records that meet this condition can be chosen, such as `country = $country and active`. It uses the fields of the other resource; `$country` is a field of the record that has the reference. Default: all records.',
    ),
};

/** The setting of a reference to its own resource, which makes it the parent in a tree. */
export const treeSetting = z
  .union([
    z.boolean(),
    z.strictObject({
      maxDepth: z
        .int()
        .min(2)
        .max(100)
        .optional()
        .describe(
          'The most levels that the tree may have; records without a parent are the first.',
        ),
    }),
  ])
  .optional()
  .describe(
    'The reference is the parent of the record: the records of the resource form a tree. Nothing can be below itself. `true`, or an object. Default: false.',
  );
