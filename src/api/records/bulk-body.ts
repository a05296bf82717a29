import { z } from 'zod';

/** One call answers for so many; who needs more calls again. */
export const MAX_BULK = 10_000;

export const bulkBody = z.strictObject({
  action: z.enum(['update', 'delete']).describe('What is done with each record.'),
  ids: z.array(z.string()).max(MAX_BULK).optional().describe('The records by their `_id`, or …'),
  where: z.unknown().optional().describe('… a filter, as the parameter `where` of the list.'),
  q: z
    .string()
    .optional()
    .describe(
      '… and words to search for, as the parameter `q` of the list, beside `where` or alone.',
    ),
  data: z.unknown().optional().describe('The JSON merge patch for each record (RFC 7396).'),
});
