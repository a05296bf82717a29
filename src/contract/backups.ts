import { z } from 'zod';
import { count, moment, nullableMoment } from './parts.ts';

/** What people should know about the backups of an installation. */
export const backups = z
  .object({
    last: z.object({ at: moment, bytes: count.describe('Without the files') }).nullable(),
    rehearsal: z.object({ at: moment }).nullable().describe('The last one that succeeded'),
    failedAt: nullableMoment.describe('When the last backup failed, if none has succeeded since'),
    next: nullableMoment,
    isLate: z.boolean().describe('Whether two scheduled backups are missing'),
    isUnrehearsed: z.boolean().describe('Whether no backup was rehearsed for 31 days'),
  })
  .optional()
  .describe('Where backups are made.');
