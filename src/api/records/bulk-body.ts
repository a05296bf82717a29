import { z } from 'zod';

/** One call names so many records; a filter may meet any number of them. */
export const MAX_IDS = 10_000;

/** So many records with values of their own, which are all answered one by one. */
const MAX_RECORDS = 1_000;

const entry = z.strictObject({
  action: z
    .enum(['create', 'update', 'delete'])
    .optional()
    .describe(
      'What to do with this record. Default: the `action` of the request, otherwise `update`.',
    ),
  _id: z.string().optional().describe('For a new record: only to choose its `_id` yourself.'),
  _version: z
    .union([z.int().min(1), z.literal('*')], { error: 'a version or *' })
    .optional()
    .describe('The version that the change or deletion is based on; `*` accepts any version.'),
  data: z
    .unknown()
    .optional()
    .describe('The JSON merge patch (RFC 7396), or the values of a new record.'),
});

export type BulkEntry = z.infer<typeof entry>;

export const bulkBody = z.strictObject({
  action: z
    .string()
    .optional()
    .describe(
      '`update`, `delete`, or an action of the collection that supports many records. Optional with `records`, where it is the default of the records: `update`, unless you set another.',
    ),
  ids: z
    .array(z.string())
    .max(MAX_IDS)
    .optional()
    .describe('Selects records by `_id`. Use `ids`, or `where` and `q`, or `records`.'),
  where: z
    .unknown()
    .optional()
    .describe('Selects all records that match a filter, as in the `where` parameter of the list.'),
  q: z
    .string()
    .optional()
    .describe(
      'Selects all records that match a search, as in the `q` parameter of the list; can be combined with `where`.',
    ),
  all: z
    .literal(true)
    .optional()
    .describe('Confirms a `delete` whose filter matches every record.'),
  data: z
    .unknown()
    .optional()
    .describe('The JSON merge patch for each record (RFC 7396), or the form values of an action.'),
  records: z
    .array(entry)
    .max(MAX_RECORDS)
    .optional()
    .describe('Records with individual values; `results` has one result for each.'),
  atomic: z.boolean().optional().describe('With `records`: writes all of them or none.'),
});
