import { z } from 'zod';

/** More records are hardly ever the same thing. */
const MOST_MERGED = 20;

const id = z.string().min(1).max(64);

export const mergeBody = z.strictObject({
  keep: id.describe('The `_id` of the record to keep.'),
  merge: z
    .array(id)
    .min(1)
    .max(MOST_MERGED)
    .describe('The records to remove; references to them will point to the record you keep.'),
  versions: z
    .record(id, z.number().int().min(1))
    .describe('The `_version` of each record as you last saw it.'),
  values: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Fields of the kept record that take their value from another record.'),
  dryRun: z.boolean().optional().describe('Shows the result without changing anything.'),
});

export type MergeBody = z.infer<typeof mergeBody>;
