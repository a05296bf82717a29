import type { ThreadStatus } from '../../../contract/people/threads.ts';
import { messagesAtOnce } from '../../../contract/people/threads.ts';
import { createParams } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import { isUnread } from '../../records/sql/thread-sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { seenThreads, type ThreadReader } from './seen-threads.ts';

/** Where exactly in its record a thread is. */
export type ThreadPlace = {
  cells?: readonly { record: string; field: string }[];
  file?: string;
  page?: number;
  version?: number;
  row?: number;
};

/** What a query asks for. */
export type Asked = { assignee: string | null; assigneeRole: string | null; due: string | null };

export type StoredMessage = {
  _id: string;
  by: string | null;
  at: string;
  text: string;
  editedAt: string | null;
  removed: boolean;
};

export type StoredThread = Asked & {
  _id: string;
  resource: string;
  /** Null for a thread about a row of an import or a change set. */
  record: string | null;
  job: string | null;
  changeSet: string | null;
  fields: string[];
  place: ThreadPlace | null;
  status: ThreadStatus;
  createdBy: string | null;
  createdAt: string;
  lastAt: string;
  unread: boolean;
  watch: string | null;
  messageCount: number;
  messages: StoredMessage[];
};

/** Announces threads that have changed: a message lists them as JSON. */
export const THREADS_CHANNEL = 'backoffice_threads';

const iso = (column: string): string => sqlTypes.timestamptz.toJson(column);

const messageColumns = `m.id as "_id", m.by, ${iso('m.at')} as "at", m.text, ${iso('m.edited_at')} as "editedAt",
  m.removed_at is not null as "removed"`;

/** `person`: the parameter with the reader, for what they have read. */
const columns = (
  person: string,
): string => `t.id as "_id", t.resource, t.record, t.job, t.change_set as "changeSet", t.fields, t.place, t.status,
  t.assignee, t.assignee_role as "assigneeRole", to_char(t.due, 'YYYY-MM-DD') as "due", t.created_by as "createdBy",
  ${iso('t.created_at')} as "createdAt", ${iso('t.last_at')} as "lastAt", t.messages as "messageCount",
  ${isUnread(person)} as "unread",
  (select w.id from backoffice.watches w where w.thread = t.id and w.person = ${person}) as "watch",
  (select coalesce(json_agg(m order by m."_id"), '[]') from (select ${messageColumns} from backoffice.messages m
    where m.thread = t.id order by m.id desc limit ${messagesAtOnce}) m) as "messages"`;

export type ThreadQuery = {
  reader: ThreadReader;
  person: string;
  record?: string | undefined;
  job?: string | undefined;
  row?: string | undefined;
  changeSet?: string | undefined;
  field?: string | undefined;
  status?: readonly ThreadStatus[] | undefined;
  assignee?: string | undefined;
  /** The role of the assignee, whose queries are theirs too. */
  role?: string | undefined;
  /** A part of the text of one of its messages. */
  words?: string | undefined;
  isUnread?: boolean;
  /** Where the page begins: `lastAt` and `_id` of the last thread before it. */
  after?: { lastAt: string; id: string } | undefined;
  perPage: number;
};

/** A page of threads, the last written in first, and how many there are. */
export async function listThreads(
  sql: QueryRunner,
  query: ThreadQuery,
): Promise<{ threads: StoredThread[]; total: number }> {
  const params = createParams([query.person]);
  const where = [seenThreads(query.reader, params), ...chosen(query, (value) => params.add(value))];
  const { after } = query;
  const from = after
    ? ` and (t.last_at, t.id) < (${params.add(after.lastAt)}::timestamptz, ${params.add(after.id)}::text)`
    : '';
  const all = where.join(' and ');
  const rows = await sql.rows<StoredThread & { total: number }>(
    `select ${columns('$1')}, (select count(*)::int from backoffice.threads t where ${all}) as total
     from backoffice.threads t where ${all}${from} order by t.last_at desc, t.id desc limit ${query.perPage + 1}`,
    params.values,
  );
  const total = rows[0]?.total ?? 0;
  return { threads: rows.map(({ total: _, ...thread }) => thread), total };
}

function chosen(query: ThreadQuery, add: (value: unknown) => string): string[] {
  const { record, job, row, changeSet, field, status, assignee, role, words } = query;
  const isOne = (value: unknown, sql: (param: string) => string): string[] =>
    value === undefined ? [] : [sql(add(value))];
  return [
    ...isOne(
      record,
      (it) =>
        `(t.record = ${it} or t.place -> 'cells' @> jsonb_build_array(jsonb_build_object('record', ${it}::text)))`,
    ),
    ...isOne(job, (it) => `t.job = ${it}`),
    ...isOne(row, (it) => `t.place ->> 'row' = ${it}`),
    ...isOne(changeSet, (it) => `t.change_set = ${it}`),
    ...isOne(field, (it) => `${it}::text = any(t.fields)`),
    ...isOne(status, (it) => `t.status = any(${it}::text[])`),
    ...isOne(assignee, (it) =>
      role === undefined
        ? `t.assignee = ${it}`
        : `(t.assignee = ${it} or t.assignee_role = ${add(role)})`,
    ),
    ...isOne(
      words,
      (it) =>
        `exists (select from backoffice.messages m where m.thread = t.id and strpos(lower(m.text), lower(${it}::text)) > 0)`,
    ),
    ...(query.isUnread ? [isUnread('$1')] : []),
  ];
}

/** A thread as its reader sees it; undefined where it does not exist for the reader. */
export async function findThread(
  sql: QueryRunner,
  { reader, person, id }: { reader: ThreadReader; person: string; id: string },
): Promise<StoredThread | undefined> {
  const params = createParams([person, id]);
  return await sql.first<StoredThread>(
    `select ${columns('$1')} from backoffice.threads t where t.id = $2 and ${seenThreads(reader, params)}`,
    params.values,
  );
}

export type NewThreadRow = Asked & {
  id: string;
  resource: string;
  record: string | null;
  job: string | null;
  changeSet: string | null;
  fields: readonly string[];
  place: ThreadPlace | undefined;
  status: ThreadStatus;
  by: string;
};

export const insertThread = statement.run<[thread: NewThreadRow]>(
  `insert into backoffice.threads (id, resource, record, fields, place, status, assignee, assignee_role, due, created_by, last_by, job, change_set)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)`,
  ({ id, resource, record, job, changeSet, fields, place, status, by, ...asked }) => [
    id,
    resource,
    record,
    fields,
    place ? JSON.stringify(place) : null,
    status,
    asked.assignee,
    asked.assigneeRole,
    asked.due,
    by,
    job,
    changeSet,
  ],
);

/** More messages than this nobody reads; a new thread continues. */
const MOST_MESSAGES = 10_000;

/** Adds a message, unless the thread is full or gone. Its author has read the thread. */
export const insertMessage = statement.some<
  [message: { id: string; thread: string; by: string; text: string; mentions: readonly string[] }]
>(
  `with t as (
     update backoffice.threads set messages = messages + 1, last_at = clock_timestamp(), last_by = $3
       where id = $2 and messages < ${MOST_MESSAGES} returning id, last_at),
   r as (
     insert into backoffice.thread_reads (person, thread, at) select $3, t.id, t.last_at from t
       on conflict (person, thread) do update set at = excluded.at)
   insert into backoffice.messages (id, thread, by, at, text, mentions)
     select $1, t.id, $3, t.last_at, $4, $5 from t returning id`,
  ({ id, thread, by, text, mentions }) => [id, thread, by, text, mentions],
);

/** Changes what is given; `null` empties. */
export const updateThread = statement.run<[id: string, change: { status: ThreadStatus } & Asked]>(
  `update backoffice.threads set status = $2, assignee = $3, assignee_role = $4, due = $5,
     closed_at = case when $2 = 'closed' then coalesce(closed_at, clock_timestamp()) end where id = $1`,
  (id, { status, assignee, assigneeRole, due }) => [id, status, assignee, assigneeRole, due],
);

/** A message may be changed so many minutes after it was written. */
export const EDITABLE_MINUTES = 15;

/** Replaces the text of a young message of this author. */
export const editMessage = statement.some<
  [message: { thread: string; id: string; by: string; text: string; mentions: readonly string[] }]
>(
  `update backoffice.messages set text = $4, mentions = $5, edited_at = clock_timestamp()
   where thread = $1 and id = $2 and by = $3 and removed_at is null
     and at > clock_timestamp() - interval '${EDITABLE_MINUTES} minutes' returning id`,
  ({ thread, id, by, text, mentions }) => [thread, id, by, text, mentions],
);

/** Empties a message; its place stays. `by`: only if this person wrote it. */
export const removeMessage = statement.some<
  [message: { thread: string; id: string; by: string | undefined }]
>(
  `update backoffice.messages set text = '', mentions = '{}', removed_at = clock_timestamp()
   where thread = $1 and id = $2 and ($3::text is null or by = $3) and removed_at is null returning id`,
  ({ thread, id, by }) => [thread, id, by ?? null],
);

/** The messages before one, the newest first. */
export const listMessages = statement.rows<
  StoredMessage,
  [query: { thread: string; before: string | undefined; perPage: number }]
>(
  `select ${messageColumns} from backoffice.messages m
   where m.thread = $1 and ($2::text is null or m.id < $2) order by m.id desc limit $3`,
  ({ thread, before, perPage }) => [thread, before ?? null, perPage],
);

/** Notes that a person has read threads, as they are now. */
export const markThreadsRead = statement.run<[person: string, threads: readonly string[]]>(
  `insert into backoffice.thread_reads (person, thread, at)
   select $1, t.id, t.last_at from backoffice.threads t where t.id = any($2::text[])
   on conflict (person, thread) do update set at = greatest(backoffice.thread_reads.at, excluded.at)`,
);

/** A thread that has changed, and whose inbox has news. */
export type ThreadNews = {
  resource: string;
  record: string | null;
  job: string | null;
  changeSet: string | null;
  thread: string;
  fields: readonly string[];
  people: readonly string[];
};

/** Tells every server that people have news in their inboxes, which no thread has changed. */
export const announceInbox = statement.run<[people: readonly string[]]>(
  `select pg_notify('${THREADS_CHANNEL}', $1)`,
  (people) => [JSON.stringify({ people: people.slice(0, MOST_TOLD) })],
);

/** Tells every server that a thread has changed. */
export const announceThreads = statement.run<[news: ThreadNews]>(
  `select pg_notify('${THREADS_CHANNEL}', $1)`,
  ({ resource, record, job, changeSet, thread, fields, people }) => [
    JSON.stringify({
      resource,
      record,
      job,
      changeSet,
      thread,
      fields,
      people: people.slice(0, MOST_TOLD),
    }),
  ],
);

/** A notice has at most 8,000 bytes; further people see the news when they look next. */
const MOST_TOLD = 100;
