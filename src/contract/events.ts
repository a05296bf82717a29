import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { FileProblem } from './meta.ts';
import { count, nullableText, text } from './parts.ts';
import { Person } from './people/presence.ts';

const OpenRecord = z.object({ resource: text, _id: text });

/** A record of any collection. */
export type OpenRecord = AnswerOf<typeof OpenRecord>;

const Progress = z.object({
  id: text.describe('The ID of the job, otherwise of the request.'),
  resource: text,
  createdBy: text,
  state: text,
  rows: count.describe('For files: the last row that was read.'),
  counts: z.record(text, count),
  bytes: count.optional().describe('For files: the number of bytes read or written.'),
  total: count.optional().describe('The number of rows, if it is known.'),
  phase: text.optional().describe('The current step, if there are several.'),
});

/** The progress of an import, an export or other long work. */
export type Progress = AnswerOf<typeof Progress>;

/** The data of each event of the stream, by its name. */
export const events = {
  ready: z.object({ hash: text, role: text }),
  'record.created': OpenRecord,
  'record.updated': OpenRecord,
  'record.deleted': OpenRecord,
  'import.progress': Progress,
  'export.progress': Progress,
  'process.progress': Progress,
  'undo.progress': Progress,
  presence: OpenRecord.extend({ people: z.array(Person) }),
  'thread.changed': z.object({ resource: text, _id: nullableText, thread: text }),
  'inbox.changed': z.object({}),
  /** Events of threads and the inbox may be missing. */
  missed: z.object({}),
  'config.changed': z.object({ hash: text }),
  'config.problems': z.object({ problems: z.array(FileProblem) }),
  resync: z.object({}),
};

type DataOf = { [Name in keyof typeof events]: AnswerOf<(typeof events)[Name]> };

/** An event of the stream. */
export type ServerEvent<Name extends keyof DataOf = keyof DataOf> = {
  [Each in Name]: { readonly event: Each; readonly data: DataOf[Each] };
}[Name];
