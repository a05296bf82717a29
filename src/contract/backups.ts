import { z } from 'zod';
import { count, moment, nullableMoment } from './parts.ts';

/** What people should know about the backups of an installation. */
export const backups = z
  .object({
    by: z
      .enum(['us', 'others', 'nobody'])
      .describe('Who makes them: Backoffice, another system, or nobody'),
    isMissing: z
      .boolean()
      .describe(
        'Whether nobody makes backups, though others than this machine use the installation',
      ),
    last: z.object({ at: moment, bytes: count.describe('Without the files') }).nullable(),
    rehearsal: z.object({ at: moment }).nullable().describe('The last one that succeeded'),
    failedAt: nullableMoment.describe('When the last backup failed, if none has succeeded since'),
    next: nullableMoment,
    isLate: z.boolean().describe('Whether two scheduled backups are missing'),
    isUnrehearsed: z.boolean().describe('Whether no backup was rehearsed for 31 days'),
  })
  .describe('How the backups are');
