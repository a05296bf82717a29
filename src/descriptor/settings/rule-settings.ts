import { z } from 'zod';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { expressionText, ownFieldName } from '../../fields/type/named-parts.ts';
import { filterSetting } from '../../fields/type/to-field.ts';
import { fieldNames } from './settings.ts';

/** Periods that must not overlap. */
export const overlapSettings = z.strictObject({
  fields: fieldNames
    .min(1)
    .describe('The fields whose values are the same: `["tool"]`. Records without one are exempt.'),
  from: ownFieldName.describe(
    'The field with the beginning, a day or a time. Records without it are exempt.',
  ),
  to: ownFieldName.describe(
    'The field with the end, of the same type. The last day belongs to the period, the last moment does not. A period without an end does not end.',
  ),
  where: filterSetting
    .optional()
    .describe(
      'A condition of the values of the record alone: only records that meet it count, such as `returnedOn = null`. Default: all.',
    ),
  message: localizedText
    .optional()
    .describe('The message about a record that overlaps. Default: a general one.'),
});

/** A rule for a record as a whole. */
export const checkSettings = z.strictObject({
  check: z
    .union([filterSetting, expressionText], { error: 'a filter or an expression' })
    .describe(
      'The condition that each record must meet when it is written, such as `stock >= 0`, `not class.closed` or `$before.sent = false`. `$before` has the values before the change. The database judges what the record alone does not decide, also when the records that it counts change.',
    ),
  message: localizedText.describe('The message if it does not match.'),
  fields: fieldNames
    .min(1)
    .optional()
    .describe(
      'The fields that show the message. Default: the fields of the condition, if the values of the record alone decide; else the message is about the record as a whole.',
    ),
  on: z
    .array(z.enum(['create', 'update', 'delete']))
    .min(1)
    .optional()
    .describe(
      'Judged at each of these writes, whatever they change, such as `["create", "update", "delete"]` for lines of an order that is closed. Default: when a record is created, and when what the condition reads of it changes.',
    ),
});
