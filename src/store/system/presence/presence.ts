import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** Tells every server on which record people have come or gone: `[resource, _id]`. */
export const PRESENCE_CHANNEL = 'backoffice_presence';

/** A tab reports every ten seconds; one that missed two reports is gone. */
const THERE = `seen_at > clock_timestamp() - interval '25 seconds'`;
/** The most tabs of one session; the oldest are forgotten. */
const MOST_TABS = 20;
/** The most sessions on one record; others are not reported. */
const MOST_SESSIONS = 100;

type OpenTab = { sessionId: string; tab: string };

type Opened = OpenTab & { userId: string; resource: string; id: string; isEditing: boolean };

/** Records what a tab has open, and announces it when that is new. */
export async function markOpen(sql: QueryRunner, opened: Opened): Promise<void> {
  const { sessionId, tab, userId, resource, id, isEditing } = opened;
  await sql.query(
    `with before as (
       select resource, record_id, is_editing from backoffice.presence
       where session_id = $1 and tab = $2 and ${THERE}
     ), swept as (
       delete from backoffice.presence where session_id = $1 and tab in (
         select tab from backoffice.presence where session_id = $1 and tab <> $2
         order by seen_at desc offset ${MOST_TABS - 1})
     ), noted as (
       insert into backoffice.presence (session_id, tab, user_id, resource, record_id, is_editing)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (session_id, tab) do update set resource = $4, record_id = $5, is_editing = $6,
         seen_at = clock_timestamp(), is_lost = false
     ), changed as (
       select resource, record_id from before where resource <> $4 or record_id <> $5
       union all
       select $4, $5 where not exists (
         select from before where resource = $4 and record_id = $5 and is_editing = $6)
     ), told as (${notifyOf('changed')})
     select count(*) from told`,
    [sessionId, tab, userId, resource, id, isEditing],
  );
}

/** The tab is closed, or shows something else. */
export async function markClosed(sql: QueryRunner, { sessionId, tab }: OpenTab): Promise<void> {
  await forget(sql, 'session_id = $1 and tab = $2', [sessionId, tab]);
}

/** The session is disconnected; it may still report again what it has open. */
export const markLost = statement.run<[sessionId: string]>(
  'update backoffice.presence set is_lost = true where session_id = $1',
);

/** It did not reconnect: closes what it has not reported again. */
export async function removeLost(sql: QueryRunner, sessionId: string): Promise<void> {
  await forget(sql, 'session_id = $1 and is_lost', [sessionId]);
}

async function forget(sql: QueryRunner, which: string, values: unknown[]): Promise<void> {
  await sql.query(
    `with gone as (
       delete from backoffice.presence where ${which} returning resource, record_id
     ), told as (${notifyOf('gone')})
     select count(*) from told`,
    values,
  );
}

function notifyOf(which: string): string {
  return `select pg_notify('${PRESENCE_CHANNEL}', json_build_array(resource, record_id)::text) from ${which}`;
}

/** A person who has a record open: their name, and whether they have typed something that is not saved yet. */
export type Presence = { sessionId: string; userId: string; name: string; isEditing: boolean };

/** The sessions that have a record open, by the names of their users. */
export async function readPresent(
  sql: QueryRunner,
  users: Resource,
  { resource, id }: { resource: string; id: string },
): Promise<Presence[]> {
  const name = users.fields.has('name') ? `coalesce(u."name", '')` : `''`;
  return await sql.rows<Presence>(
    `select p.session_id as "sessionId", p.user_id as "userId", ${name} as name,
       bool_or(p.is_editing) as "isEditing"
     from backoffice.presence p
     join backoffice.sessions s on s.id = p.session_id and s.ended_at is null
       and s.expires_at > now() and not s.is_locked
     join "users" u on u._id = p.user_id
     where p.resource = $1 and p.record_id = $2 and p.${THERE}
     group by 1, 2, 3 order by 3, 2 limit ${MOST_SESSIONS}`,
    [resource, id],
  );
}
