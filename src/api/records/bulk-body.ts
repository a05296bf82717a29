import { z } from 'zod';

/** One call names so many records; a filter may meet any number of them. */
export const MAX_IDS = 10_000;

/** So many records with values of their own, which are all answered one by one. */
export const MAX_RECORDS = 1_000;

const entry = z.strictObject({
  action: z
    .enum(['create', 'update', 'delete'])
    .optional()
    .describe('What is done with this record, where it is not the `action` of the call.'),
  _id: z.string().optional().describe('Of a new record only where it shall have a certain one.'),
  _version: z
    .union([z.int().min(1), z.literal('*')], { error: 'a version or *' })
    .optional()
    .describe('The version a change or removal is based on; `*` is whatever is there.'),
  data: z
    .unknown()
    .optional()
    .describe('The JSON merge patch (RFC 7396), or the values of a new record.'),
});

export type BulkEntry = z.infer<typeof entry>;

export const bulkBody = z.strictObject({
  action: z
    .string()
    .describe(
      '`update`, `delete`, with `records` also `create`; else an action of the resource that is for many.',
    ),
  ids: z.array(z.string()).max(MAX_IDS).optional().describe('The records by their `_id`, or …'),
  where: z
    .unknown()
    .optional()
    .describe('… all that meet a filter, as the parameter `where` of the list, or …'),
  q: z
    .string()
    .optional()
    .describe('… words to search for, as the parameter `q` of the list; also beside `where`.'),
  all: z
    .literal(true)
    .optional()
    .describe('Says that a `delete` whose filter lets every record through is meant.'),
  data: z
    .unknown()
    .optional()
    .describe(
      'The JSON merge patch for each record (RFC 7396), or what the form of an action asks.',
    ),
  records: z
    .array(entry)
    .max(MAX_RECORDS)
    .optional()
    .describe('… records with values of their own, each answered by itself in `results`.'),
  atomic: z.boolean().optional().describe('With `records`: all of them or none.'),
});
