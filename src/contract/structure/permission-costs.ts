import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { count, text } from '../parts.ts';

/** What row permissions and checks over other records cost. */
export const PermissionCosts = z.object({
  lists: z.array(
    z.object({
      resource: text,
      role: text,
      reads: z.array(text).describe('The other resources that the limit asks.'),
      factor: z
        .number()
        .describe(
          'How many times as much as the first page of all records PostgreSQL expects the first page to cost.',
        ),
      scans: z
        .array(z.object({ resource: text, rows: count }))
        .describe('Tables with many records that the list reads whole.'),
    }),
  ),
  checks: z.array(
    z.object({
      resource: text,
      index: count.describe('Its place in `checks`.'),
      expression: text,
      judgedWith: z
        .array(text)
        .describe('The resources whose writes judge it too; they lock the record.'),
      reads: z.array(text).describe('The resources that it reads when the record is written.'),
    }),
  ),
});

export type PermissionCosts = AnswerOf<typeof PermissionCosts>;
