import { z } from 'zod';
import { densities } from '../../descriptor/declared-view.ts';
import { maxPerPage } from '../../descriptor/filter/query.ts';

const column = z.strictObject({
  name: z.string().max(200).describe('A field, a system field or a part of an object field.'),
  width: z.int().min(40).max(2000).optional().describe('In pixels.'),
  pin: z.enum(['left', 'right']).optional().describe('Pins the column to this side.'),
});

/** What may be said of a view; null is the list's own setting. */
const members = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('Unique among the views of its owner for this collection.'),
  where: z
    .unknown()
    .optional()
    .describe(
      'As the `where` parameter of the list; tokens such as `$today` are stored as tokens.',
    ),
  q: z.string().max(500).nullable().optional().describe('Search words.'),
  sort: z.string().max(2000).nullable().optional().describe('As `_sort` of the list.'),
  columns: z.array(column).max(200).nullable().optional().describe('In display order.'),
  density: z.enum(densities).nullable().optional(),
  /** 0 is a list without pages. */
  perPage: z.int().min(0).max(maxPerPage).nullable().optional(),
  roles: z
    .array(z.string())
    .max(50)
    .optional()
    .describe(
      'The roles the view is shared with: your own role, or any role if you may do everything.',
    ),
};

export const viewBody = z.strictObject({
  resource: z.string().describe('The collection whose list the view shows.'),
  ...members,
});

/** A change: what is left out stays. */
export const viewPatch = z.strictObject({ ...members, name: members.name.optional() });

export type ViewPatch = z.infer<typeof viewPatch>;
