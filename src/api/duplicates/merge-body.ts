import { z } from 'zod';

/** More records than that are hardly ever the same thing. */
export const MOST_MERGED = 20;

const id = z.string().min(1).max(64);

export const mergeBody = z.strictObject({
  keep: id.describe('The `_id` of the record that stays.'),
  merge: z
    .array(id)
    .min(1)
    .max(MOST_MERGED)
    .describe('The records that go; what refers to them refers to the one that stays.'),
  versions: z
    .record(id, z.number().int().min(1))
    .describe('The `_version` of each of them, as whoever decides has seen it.'),
  values: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Fields of the record that stays, where they come from another.'),
  dryRun: z.boolean().optional().describe('Says what would become of it, and changes nothing.'),
});

export type MergeBody = z.infer<typeof mergeBody>;
