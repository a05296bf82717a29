import { z } from 'zod';
import {
  aggregateFunctions,
  maxGroupLevels,
  maxMeasures,
} from '../descriptor/filter/aggregates.ts';
import { densities } from '../descriptor/settings/views.ts';
import { maxPerPage } from '../descriptor/filter/query.ts';
import { valueCheck } from '../fields/problems/value-check.ts';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, nullableText, text } from './parts.ts';

const column = z.strictObject({
  name: z.string().max(200).describe('A field, a system field or a part of an object field.'),
  width: z.int().min(40).max(2000).optional().describe('In pixels.'),
  pin: z.enum(['left', 'right']).optional().describe('Pins the column to this side.'),
});

/** The settings of a saved view; null means the setting of the list itself. */
const chosen = {
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
  perPage: z
    .int()
    .min(0)
    .max(maxPerPage)
    .nullable()
    .optional()
    .describe('0: a list without pages.'),
  shownAs: z
    .string()
    .max(300)
    .nullable()
    .optional()
    .describe('`board:<field>`, `calendar:<day>[..<day>][ by <row>]`, `tree:<field>`, or a table.'),
  groups: z
    .array(z.string().max(200))
    .max(maxGroupLevels)
    .nullable()
    .optional()
    .describe('The fields by which the list is grouped, the outermost first.'),
  figures: z
    .record(z.string().max(200), z.enum(aggregateFunctions))
    .check(
      valueCheck((figures) =>
        Object.keys(figures).length > maxMeasures
          ? { code: 'V016', params: { max: maxMeasures } }
          : undefined,
      ),
    )
    .meta({ maxProperties: maxMeasures })
    .nullable()
    .optional()
    .describe('The figures at the foot: by field the function. Null: no figures are shown.'),
  roles: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('The roles it is shared with: your own, or any if you may do everything.'),
  people: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('The `_id`s of users you can list. Of views of others, only yours.'),
};

/** The body that saves a view. */
export const NewView = z.strictObject({
  resource: z.string().describe('The collection whose list the view shows.'),
  ...chosen,
});

/** The body that changes a saved view. Omitted settings stay unchanged. */
export const ViewPatch = z.strictObject({ ...chosen, name: chosen.name.optional() });

export type ViewPatch = AnswerOf<typeof ViewPatch>;

/** A saved view without the parts that its reader may not use. */
export const View = NewView.required()
  .extend({
    where: z.record(text, z.unknown()).nullable().describe(chosen.where.description!),
    _id: text,
    _version: z.int().min(1),
    mine: z.boolean().describe('Whether you may change the view.'),
    owner: z.object({ _id: text, name: nullableText }).nullable(),
    dropped: z
      .array(z.enum(['where', 'sort', 'columns', 'shownAs', 'groups', 'figures']))
      .describe(
        'The parts that were left out, because they use a field that is gone or that you cannot read.',
      ),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'View' });

export type View = AnswerOf<typeof View>;

export const Views = z.object({ data: z.array(View), total: count });

const ViewCount = z.object({
  count: count.nullable().describe('Null if counting took too long.'),
  more: z.boolean().describe('There are more records than `count`, which stops at 10,000.'),
});

/** How many records some views of a list show, and the list without a view. */
export const ViewCounts = z.object({ all: ViewCount, data: z.record(text, ViewCount) });

export type ViewCounts = AnswerOf<typeof ViewCounts>;

/** All preferences of a user by key. */
export const Settings = z.record(text, z.unknown());
