import { z } from 'zod';
import type { Text } from '../../fields/type/field.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { collectionName, ownFieldName, sortOrder } from '../../fields/type/named-parts.ts';
import { fieldName, filterSetting } from '../../fields/type/to-field.ts';
import { fieldPaths, roleNames, type WithDefaults } from './settings.ts';

/** The kinds of card, each with the number of things that it shows unless the card sets another. */
export const cardLimits = { count: 1, check: 1, list: 5, chart: 8, queries: 5, changes: 10 };

export type CardKind = keyof typeof cardLimits;

/** A card of the dashboard. */
export const cardSettings = z.strictObject({
  name: fieldName.describe('The unique key of the card.'),
  kind: z
    .enum(Object.keys(cardLimits) as CardKind[])
    .describe(
      'What the card shows. `count`: the number of records and its growth; `check`: the number of records that need attention; `list`: the first records; `chart`: how often each value occurs; `queries`: what others ask the user in comments; `changes`: the latest changes.',
    ),
  label: localizedText
    .optional()
    .describe(
      'The title. Default: for a `count` the label of the resource, otherwise derived from the key.',
    ),
  help: localizedText.optional().describe('A sentence below the title. Default: none.'),
  roles: roleNames
    .min(1)
    .optional()
    .describe(
      'The roles that see the card. Default: all. Roles that cannot list the resource or read a field the card uses never see it.',
    ),
  resource: collectionName
    .optional()
    .describe(
      'The resource whose records the card uses; required for every kind except `queries` and `changes`.',
    ),
  filter: filterSetting
    .optional()
    .describe('The condition that its records meet. Default: all records.'),
  by: ownFieldName.optional().describe('`chart` only: the field whose values are counted.'),
  every: z
    .enum(['month'])
    .optional()
    .describe(
      '`chart` by a date or time only: `month` shows a bar for each of the last twelve months. Default: a bar for each year.',
    ),
  columns: fieldPaths
    .min(1)
    .optional()
    .describe('`list` only: the fields shown beside the titles. Default: none.'),
  sort: sortOrder
    .optional()
    .describe(
      '`list` only: the order of the records. Default: the order of the list of the resource.',
    ),
  limit: z
    .number()
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe(
      'The number of records of a `list` or `changes` card, of `queries`, or of values or months in a `chart`. Default: 5 records or queries, 10 changes, 8 values, 12 months.',
    ),
});

export type Card = WithDefaults<typeof cardSettings, { label: Text; limit: number }>;
