import type { InboxEntry, InboxKind } from '../../../contract/people/threads.ts';
import { createParams } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import {
  rightsTo,
  seenChanges,
  seenPlaces,
  seenViewOf,
  type ThreadReader,
} from './seen-threads.ts';

const iso = (column: string): string => sqlTypes.timestamptz.toJson(column);

/** An entry as it is stored for a person. */
export type NewEntry = {
  id: string;
  person: string;
  kind: InboxKind;
  resource?: string | undefined;
  record?: string | undefined;
  thread?: string | undefined;
  message?: string | undefined;
  by?: string | null | undefined;
  count?: number;
  detail?: Readonly<Record<string, unknown>>;
  /** The person knows it already. */
  isRead?: boolean;
};

export type StoredEntry = Omit<InboxEntry, 'title' | 'name'>;

/** The oldest entries of a person make room for new ones. */
const MOST_ENTRIES = 10_000;
/** An entry knows so many of the changes that it stands for; it is there while its reader sees one of them. */
export const MOST_KNOWN = 20;
/** The letters of a message that an entry shows. */
const SHOWN_TEXT = 300;

export async function addEntries(sql: QueryRunner, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.query(
    `insert into backoffice.inbox (id, person, kind, resource, record, thread, message, by, count, detail, read_at)
     select id, person, kind, resource, record, thread, message, by, coalesce(count, 1), coalesce(detail, '{}'),
       case when "isRead" then clock_timestamp() end
     from jsonb_to_recordset($1::jsonb) as e(id text, person text, kind text, resource text, record text,
       thread text, message text, by text, count integer, detail jsonb, "isRead" boolean)`,
    [JSON.stringify(entries)],
  );
  await sql.query(
    `delete from backoffice.inbox i using unnest($1::text[]) as p(person) where i.person = p.person and i.id <= (
       select o.id from backoffice.inbox o where o.person = p.person order by o.id desc offset ${MOST_ENTRIES} limit 1)`,
    [[...new Set(entries.map(({ person }) => person))]],
  );
}

/**
 * An entry about a thread, a record or changes that the reader may no longer see does not exist for them. What it shows
 * is read now, not when it was written. One about a job or an approval is gone when somebody has continued the job, or decided.
 */
function seenEntries(reader: ThreadReader, params: ReturnType<typeof createParams>): string {
  return `case i.kind when 'watched' then exists (
        select from (select jsonb_array_elements(i.detail -> 'seqs')::bigint as seq) known join backoffice.history h on h.seq = known.seq
        where ${seenChanges(reader, params)})
        and ${seenViewOf(reader, params, `i.detail ->> 'view'`)}
      when 'job' then exists (select from backoffice.jobs j where j.id = i.detail ->> 'job' and j.state in ('done', 'undone', 'rehearsed', 'failed'))
      when 'approval' then ${reader.viewer.all} and exists (select from "users" u where u._id = i.record and u."status" = 'pending')
      else ${seenPlaces(reader, params, 'i')} end
    and (i.snoozed_until is null or i.snoozed_until <= current_date)`;
}

/**
 * How many changes or records an entry stands for, `n`, and whether there are more, of which the reader may see some or
 * none: where they saw more than now, only what it knows counts.
 */
function seenCount(reader: ThreadReader, params: ReturnType<typeof createParams>): string {
  const known = `i.detail -> 'seqs'`;
  const rights = reader.records.flatMap(({ resource: { name } }) => {
    const own = rightsTo(reader, name);
    return own === undefined ? [] : [[name, own]];
  });
  return `cross join lateral (select i.kind <> 'watched'
      or coalesce(i.detail ->> 'rights' = ${params.add(JSON.stringify(Object.fromEntries(rights)))}::jsonb ->> i.resource, false) as "isSame") sight
    cross join lateral (select case when sight."isSame" then i.count else (
      select (case when i.record is null then count(distinct h.record_id) else count(*) end)::int from backoffice.history h
      where h.seq in (select jsonb_array_elements(${known})::bigint) and ${seenChanges(reader, params)}) end as n,
      not sight."isSame" and jsonb_array_length(${known}) >= ${MOST_KNOWN} as "atLeast") counted`;
}

export type InboxQuery = {
  reader: ThreadReader;
  person: string;
  unreadOnly: boolean;
  /** Only what was taken for one mail. */
  mailedAt?: string | undefined;
  kinds?: readonly InboxKind[];
  after?: string | undefined;
  perPage: number;
};

/** A page of a person's entries, the newest first. */
export async function listInbox(sql: QueryRunner, query: InboxQuery): Promise<StoredEntry[]> {
  const params = createParams([query.person]);
  const where = ['i.person = $1', seenEntries(query.reader, params)];
  if (query.unreadOnly) where.push('i.read_at is null');
  if (query.mailedAt !== undefined)
    where.push(`i.mailed_at = ${params.add(query.mailedAt)}::timestamptz`);
  if (query.kinds && query.kinds.length > 0)
    where.push(`i.kind = any(${params.add(query.kinds)}::text[])`);
  if (query.after !== undefined) where.push(`i.id < ${params.add(query.after)}::text`);
  return await sql.rows<StoredEntry>(
    `select i.id as "_id", i.kind, ${iso('i.at')} as "at", i.read_at is not null as "read",
       to_char(i.snoozed_until, 'YYYY-MM-DD') as "snoozedUntil", i.resource, i.record, i.thread,
       (select t.fields[1] from backoffice.threads t where t.id = i.thread and cardinality(t.fields) = 1) as field, i.by, counted.n as count, counted."atLeast",
       i.detail ->> 'change' as change,
       (select v.name from backoffice.views v where v.id = i.detail ->> 'view') as view,
       (select jsonb_build_object('id', j.id, 'kind', j.kind, 'state', j.state)
         from backoffice.jobs j where j.id = i.detail ->> 'job') as job,
       (select t.change_set from backoffice.threads t where t.id = i.thread) as "changeSet",
       coalesce((select left(m.text, ${SHOWN_TEXT}) from backoffice.messages m where m.id = i.message), '') as text
     from (select i.* from backoffice.inbox i where ${where.join(' and ')}
       order by i.id desc limit ${query.perPage + 1}) i
     ${seenCount(query.reader, params)} order by i.id desc`,
    params.values,
  );
}

/** More unread entries than this are not counted. */
const MOST_COUNTED = 1_000;

export async function countUnread(
  sql: QueryRunner,
  { reader, person }: { reader: ThreadReader; person: string },
): Promise<number> {
  const params = createParams([person]);
  return await sql.value<number>(
    `select count(*)::int from (select from backoffice.inbox i where i.person = $1 and i.read_at is null
       and ${seenEntries(reader, params)} limit ${MOST_COUNTED}) u`,
    params.values,
  );
}

/** Marks entries of a person as read or unread, and hides them until a day. `ids` absent: all that are not hidden. */
export const markEntries = statement.count<
  [
    mark: {
      person: string;
      ids: readonly string[] | undefined;
      read: boolean;
      until: string | null | undefined;
    },
  ]
>(
  `update backoffice.inbox set read_at = case when $3 then coalesce(read_at, clock_timestamp()) end,
     snoozed_until = case when $5 then $4::date else snoozed_until end
   where person = $1 and case when $2::text[] is null then read_at is null and (snoozed_until is null or snoozed_until <= current_date)
     else id = any($2::text[]) end`,
  ({ person, ids, read, until }) => [person, ids ?? null, read, until ?? null, until !== undefined],
);

/** Marks what a person has in the inbox about a thread as read: they see it now. */
export const readEntriesOf = statement.run<[person: string, threads: readonly string[]]>(
  `update backoffice.inbox set read_at = clock_timestamp() where person = $1 and thread = any($2::text[]) and read_at is null`,
);
