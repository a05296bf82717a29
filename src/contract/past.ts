import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, next, nullableText, text } from './parts.ts';

/** How a change was made. A client may name the first four in the header `Change-Way`; the server knows the others. */
export const ways = [
  'form',
  'grid',
  'paste',
  'api',
  'key',
  'mcp',
  'import',
  'bulk',
  'merge',
  'action',
  'generate',
  'mapping',
  'public',
  'restore',
  'undo',
  'command',
  'system',
] as const;

export type Way = (typeof ways)[number];

/** The ways that a client may name. */
export const clientWays: readonly Way[] = ['form', 'grid', 'paste', 'api'];

const way = z.enum(ways).nullable().describe('How it was made; null if old.');

const by = nullableText.describe('The `_id` of the person; null for the system itself.');

const changeSet = nullableText.describe('The change set it belongs to.');

const key = text
  .optional()
  .describe(
    'The name of the API key of the program; only for the owner of the key and for admins.',
  );

const titles = z
  .record(text, text)
  .describe(
    'The titles, at that time, of records that values refer to, by collection and `_id`, with a slash between. Records that you may not see are missing.',
  );

/** A record as it was: without computed fields, and with values that may not fit its fields today. */
const PastRow = z.looseObject({ _id: text, _version: z.int().min(1) });

/** What made a version, and when. */
const origin = {
  version: z.int().min(1),
  operation: z.enum(['create', 'update', 'delete']),
  at: moment,
  by,
  way,
  changeSet,
  key,
};

const FieldChange = z.object({
  path: text.describe('The field.'),
  before: z.unknown(),
  after: z.unknown(),
  erased: z
    .literal(true)
    .optional()
    .describe('An admin has erased the values, which are null here.'),
  beforeHidden: z
    .literal(true)
    .optional()
    .describe('You may not see the version before, so `before` is null.'),
});

export type FieldChange = AnswerOf<typeof FieldChange>;

/** One version of a record, and how it differs from the version before. */
export const RecordVersion = z.object({
  ...origin,
  file: text.optional().describe('The file of an import.'),
  changes: z.array(FieldChange).describe('The fields you may read.'),
  titles,
});

export type RecordVersion = AnswerOf<typeof RecordVersion>;

/** The versions of a record, newest first. */
export const RecordHistory = z.object({ data: z.array(RecordVersion), next });

export type RecordHistory = AnswerOf<typeof RecordHistory>;

/** A record as it was in one version. */
export const PastRecord = RecordVersion.omit({ changes: true }).extend({
  record: PastRow,
  erased: z.array(text).describe('Fields whose value in this version an admin has erased.'),
});

export type PastRecord = AnswerOf<typeof PastRecord>;

const TrashedRecord = z.object({
  _id: text,
  record: PastRow.describe('The record as it was deleted.'),
  deletedAt: moment,
  deletedBy: by,
  way,
  changeSet,
  key,
  until: moment.describe('When the trash lets go of it.'),
  titles,
});

export type TrashedRecord = AnswerOf<typeof TrashedRecord>;

export const Trash = z.object({
  data: z.array(TrashedRecord),
  next,
  total: count,
  days: count.describe('How many days the trash keeps a record.'),
});

export type Trash = AnswerOf<typeof Trash>;

/** A set of changes that belong together. */
export const ChangeSet = z.object({
  id: text,
  at: moment,
  by,
  way,
  key,
  resource: nullableText.describe('The collection it was made in.'),
  counts: z
    .array(
      z.object({
        resource: text,
        created: count,
        updated: count,
        deleted: count,
        fields: z
          .array(text)
          .describe('The changed fields that you may read, of the first updates.'),
      }),
    )
    .describe(
      'How many changes it has, by collection; only of collections whose history you may see.',
    ),
  file: text.optional().describe('The file of an import.'),
  undoes: nullableText.describe('The change set that this one takes back.'),
  undoneBy: nullableText.describe(
    'The latest change set that takes this one back and still holds.',
  ),
  mayUndo: z.boolean(),
  threads: count.describe('How many threads about it you see.'),
});

export type ChangeSet = AnswerOf<typeof ChangeSet>;

export const ChangeSets = z.object({ data: z.array(ChangeSet), next });

export type ChangeSets = AnswerOf<typeof ChangeSets>;

/** One change of one record, in the list of all that a person has changed. */
const RecordChange = z.object({
  resource: text,
  _id: text,
  title: nullableText.describe(
    'The title of the record today or, if it is gone, its last one. Null if that is unknown.',
  ),
  gone: z.boolean().describe('Whether the record is deleted.'),
  ...origin,
  fields: z.array(text).describe('The changed fields you may read.'),
});

export type RecordChange = AnswerOf<typeof RecordChange>;

export const RecordChanges = z.object({ data: z.array(RecordChange), next });

export type RecordChanges = AnswerOf<typeof RecordChanges>;

/** What an admin has erased. */
export const Erased = z.object({
  fields: z.array(text),
  versions: count.describe('How many versions had values of these fields.'),
  files: count.describe('How many stored files of imports were deleted.'),
});

export type Erased = AnswerOf<typeof Erased>;
