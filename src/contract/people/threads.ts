import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { type JobKind, jobKinds, jobStates } from '../jobs.ts';
import { count, moment, next, nullableMoment, nullableText, text } from '../parts.ts';

/** `comment`: only a conversation. A query is open until somebody answers it, and answered until somebody closes it. */
export const threadStatuses = ['comment', 'open', 'answered', 'closed'] as const;

export type ThreadStatus = (typeof threadStatuses)[number];

export const maxMessage = 10_000;
export const maxCells = 200;
/** The messages of a thread that answers contain; the older ones come page by page. */
export const messagesAtOnce = 50;

const id = z.string().min(1).max(100);
const name = z.string().min(1).max(200);
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ title: 'a day such as 2026-11-21', format: 'date' });

const messageText = z
  .string()
  .trim()
  .min(1)
  .max(maxMessage)
  .describe('Markdown. `@[_id of a user]` mentions a person, `#[collection/_id]` a record.');

const cell = z.strictObject({ record: id, field: name });

const placeShape = {
  cells: z
    .array(cell)
    .min(2)
    .max(maxCells)
    .optional()
    .describe('Several cells of the collection; `record` is one of their records.'),
  file: id.optional().describe('The `id` of a file of the record.'),
  page: z.int().min(1).max(100_000).optional().describe('A page of this file.'),
  version: z.int().min(1).optional().describe('A version of the record.'),
};

const asked = {
  assignee: id.nullable().optional().describe('The `_id` of the person who should answer.'),
  assigneeRole: name.nullable().optional().describe('The role of those who should answer.'),
  due: day.nullable().optional(),
};

/** The body that begins a thread. */
export const NewThread = z.strictObject({
  resource: name.describe('The collection of the record.'),
  record: id
    .optional()
    .describe('The `_id` of the record; required unless `job` or `changeSet` is given.'),
  job: id.optional().describe('In place of `record`: an import into the collection.'),
  row: z.int().min(1).optional().describe('A row of this import.'),
  changeSet: id.optional().describe('In place of `record`: a change set of the collection.'),
  field: name.optional().describe('The field that it is about; absent: the record as a whole.'),
  ...placeShape,
  text: messageText,
  query: z
    .strictObject(asked)
    .optional()
    .describe('Makes it a query, which is open until somebody answers it.'),
});

export type NewThread = AnswerOf<typeof NewThread>;

export const NewMessage = z.strictObject({
  text: messageText,
  status: z
    .enum(['open', 'answered', 'closed'])
    .optional()
    .describe('Changes the status of the thread with the message.'),
});

export const MessagePatch = z.strictObject({ text: messageText });

export const ThreadPatch = z.strictObject({
  status: z.enum(threadStatuses).optional(),
  ...asked,
});

export type ThreadPatch = AnswerOf<typeof ThreadPatch>;

export const Message = z
  .object({
    _id: text,
    by: nullableText.describe('The `_id` of the author; `names` has the name.'),
    at: moment,
    text: text.describe('Empty if the message was removed.'),
    editedAt: nullableMoment,
    removed: z.boolean(),
    mine: z.boolean(),
    mayEdit: z.boolean().describe('You wrote it less than 15 minutes ago.'),
  })
  .meta({ id: 'Message' });

export type Message = AnswerOf<typeof Message>;

const named = {
  names: z
    .record(text, text)
    .describe('The names of the people in it, by `_id`, as far as you may read them.'),
  titles: z
    .record(text, text)
    .describe(
      'The titles of its record and of those in its texts, by `collection/_id`, as far as you may see them.',
    ),
};

export const Thread = z
  .object({
    _id: text,
    resource: text,
    record: nullableText.describe('Empty: the thread is about a row of an import or a change set.'),
    job: nullableText.describe('The import.'),
    row: z.int().nullable().describe('Its row.'),
    changeSet: nullableText.describe('The change set.'),
    field: nullableText,
    cells: z.array(cell).nullable(),
    file: nullableText,
    page: z.int().nullable(),
    version: z.int().nullable(),
    status: z.enum(threadStatuses),
    assignee: nullableText,
    assigneeMayRead: z
      .boolean()
      .nullable()
      .describe('Whether the person whom an open query asks may read it now.'),
    assigneeRole: nullableText,
    due: nullableText,
    createdBy: nullableText,
    createdAt: moment,
    lastAt: moment.describe('When the last message was written.'),
    unread: z.boolean().describe('Somebody else wrote in it since you read it.'),
    watch: nullableText.describe('The `_id` of your watch; empty: you do not watch it.'),
    messageCount: count,
    messages: z.array(Message).describe(`The last ${messagesAtOnce} messages, the oldest first.`),
    ...named,
  })
  .meta({ id: 'Thread' });

export type Thread = AnswerOf<typeof Thread>;

export const Threads = z.object({ data: z.array(Thread), total: count, next });

export type Threads = AnswerOf<typeof Threads>;

export const Messages = z.object({
  data: z.array(Message).describe('The newest first.'),
  names: z.record(text, text),
  next,
});

export type Messages = AnswerOf<typeof Messages>;

/** How many threads records and their cells have, for the marks of a list. */
export const ThreadMarks = z.object({
  data: z.array(
    z.object({
      record: text.describe('The `_id`; with `job`, the number of the row.'),
      field: nullableText,
      threads: count,
      open: count.describe('Queries that are open or answered.'),
      unread: z.boolean(),
    }),
  ),
});

export type ThreadMarks = AnswerOf<typeof ThreadMarks>;

/** People who can be mentioned or asked: they may read what the thread is about. */
export const ThreadPeople = z.object({
  data: z.array(z.object({ _id: text, name: text, mayRead: z.boolean() })),
  roles: z
    .array(text)
    .describe('The roles that a query can ask: of those that you know, the ones that may read it.'),
});

export type ThreadPeople = AnswerOf<typeof ThreadPeople>;

/** What an entry of the inbox is about. */
export const inboxKinds = [
  'mention',
  'assigned',
  'message',
  'answered',
  'closed',
  'watched',
  'job',
  'approval',
] as const;

export type InboxKind = (typeof inboxKinds)[number];

/** What happened to the records of a watched entry; `entered` and `left`: a saved view. */
export const watchedChanges = ['created', 'changed', 'entered', 'left'] as const;

export type WatchedChange = (typeof watchedChanges)[number];

/** When the entries of a kind are mailed: within a minute, once a day, or not at all. */
export const mailTimes = ['atOnce', 'daily', 'never'] as const;

export type MailTime = (typeof mailTimes)[number];

/** When they are mailed to those who have not chosen: at once where somebody waits for them. */
export const usualMailTimes: Readonly<Record<InboxKind, MailTime>> = {
  mention: 'atOnce',
  assigned: 'atOnce',
  message: 'daily',
  answered: 'daily',
  closed: 'daily',
  watched: 'daily',
  job: 'daily',
  approval: 'daily',
};

export const InboxEntry = z
  .object({
    _id: text,
    kind: z.enum(inboxKinds),
    at: moment,
    read: z.boolean(),
    snoozedUntil: nullableText,
    resource: nullableText,
    record: nullableText,
    title: nullableText.describe('The title of the record, if you may see it.'),
    thread: nullableText,
    field: nullableText,
    by: nullableText,
    name: nullableText.describe('The name of who did it, if you may read it.'),
    count: count.describe(
      'How many changes the entry stands for; without `record`, how many records.',
    ),
    atLeast: z
      .boolean()
      .describe('There are more, which your rights may no longer let you see or count.'),
    change: z
      .enum(watchedChanges)
      .nullable()
      .describe('What happened to the records of `watched`: `entered` and `left` are of `view`.'),
    view: nullableText.describe('The name of the saved view that you watch.'),
    job: z
      .object({
        id: text,
        kind: z.enum(Object.keys(jobKinds) as JobKind[]),
        state: z.enum(jobStates),
      })
      .nullable()
      .describe('The job that has ended, or the import whose row the thread is about.'),
    changeSet: nullableText.describe('The change set that the thread is about.'),
    text: text.describe('The beginning of the message; empty if there is none.'),
  })
  .meta({ id: 'InboxEntry' });

export type InboxEntry = AnswerOf<typeof InboxEntry>;

export const Inbox = z.object({ data: z.array(InboxEntry), unread: count, ...named, next });

export type Inbox = AnswerOf<typeof Inbox>;

export const InboxMark = z
  .strictObject({
    ids: z.array(id).min(1).max(1_000).optional(),
    all: z.literal(true).optional(),
    read: z.boolean().default(true),
    until: day.nullable().optional().describe('Hides the entries until this day.'),
  })
  .describe('Names the entries by `ids`, or `all`.');

/** The events of a thread, for open screens and for webhooks. */
export const ThreadEvent = z.object({ resource: text, _id: nullableText, thread: text });
