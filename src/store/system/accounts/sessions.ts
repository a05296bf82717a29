import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';
import type { Session } from '../../../contract/accounts.ts';

/** Tells every server to read the sessions of a user again; the payload is the user's `_id`. */
export const SESSION_CHANNEL = 'backoffice_sessions';

/** Refresh tokens live this long in any case; only signing in again renews them. */
export const SESSION_DAYS = 30;

/** A session that nobody used for so long ends earlier, unless the installation sets another limit. */
export const IDLE_DAYS = 14;

/** The most open sessions of a user; another sign-in ends the one used longest ago. */
const MOST_SESSIONS = 100;

type NewSession = {
  id: string;
  userId: string;
  refreshHash: Buffer;
  /** Absent when the client keeps no cookies; its refresh token then works alone. */
  cookieHash: Buffer | undefined;
  address: string;
  userAgent: string;
  idleDays?: number | undefined;
  /** For a user who has just registered: the session opens nothing before they are confirmed, and ends this soon. */
  awaitsApprovalFor?: { seconds: number };
};

export async function createSession(sql: QueryRunner, session: NewSession): Promise<void> {
  const { id, userId, refreshHash, cookieHash = null, address, userAgent } = session;
  const { awaitsApprovalFor: awaited, idleDays = IDLE_DAYS } = session;
  const seconds = awaited?.seconds ?? Math.min(SESSION_DAYS, idleDays) * 24 * 60 * 60;
  const browser = userAgent.slice(0, 300);
  // Ended and expired sessions are kept for a while, to explain what happened.
  await sql.query(
    `with swept as (delete from backoffice.sessions where expires_at < now() - interval '30 days'),
     ended as (
       update backoffice.sessions set ended_at = now(), ended_because = 'tooMany'
       where id in (
         select id from backoffice.sessions
         where user_id = $2 and ended_at is null and expires_at > now()
         order by used_at desc offset ${MOST_SESSIONS - 1})
       returning user_id),
     told as (select pg_notify('${SESSION_CHANNEL}', user_id) from (select distinct user_id from ended) e)
     insert into backoffice.sessions
       (id, user_id, refresh_hash, companion_hash, address, user_agent, expires_at, awaits_approval)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8), $8)`,
    [id, userId, refreshHash, cookieHash, address, browser, seconds, awaited !== undefined],
  );
}

export type OpenSession = { user: Account; isLocked: boolean };

/** The accounts of those sessions that have neither ended nor expired, as they are now. */
export async function findSessions(sql: QueryRunner, users: Resource, ids: readonly string[]) {
  const rows = await sql.rows<Account & { session_id: string; is_locked: boolean }>(
    `select ${accountColumns(users)}, s.id as session_id, s.is_locked
     from backoffice.sessions s join "users" u on u._id = s.user_id
     where s.id = any($1::text[]) and s.ended_at is null and s.expires_at > now()
       and (not s.awaits_approval or u."status" = 'confirmed')`,
    [ids],
  );
  return new Map(
    rows.map(({ session_id: id, is_locked: isLocked, ...user }) => [id, { user, isLocked }]),
  );
}

/** A locked session opens nothing but the way to unlock it, until its user enters the password again. */
export async function lockSession(sql: QueryRunner, id: string, isLocked: boolean): Promise<void> {
  await sql.query(
    `with changed as (
       update backoffice.sessions set is_locked = $2 where id = $1 and is_locked <> $2 returning user_id)
     select pg_notify('${SESSION_CHANNEL}', user_id) from changed`,
    [id, isLocked],
  );
}

export async function endSession(sql: QueryRunner, id: string, because: string): Promise<void> {
  await end(sql, 'id = $2', because, [id]);
}

export async function endSessionsOf(sql: QueryRunner, userId: string, because: string) {
  await end(sql, 'user_id = $2', because, [userId]);
  // Also when no session ended, because the account has changed.
  await announceAccount(sql, userId);
}

/** Ends all sessions but the user's current one; returns how many. */
export async function endOtherSessions(
  sql: QueryRunner,
  userId: string,
  kept: string,
  because: string,
): Promise<number> {
  return await end(sql, 'user_id = $2 and id <> $3', because, [userId, kept]);
}

/** Ends a user's own session; false when it is not theirs or already over. */
export async function endOwnSession(sql: QueryRunner, userId: string, id: string, because: string) {
  return (await end(sql, 'user_id = $2 and id = $3', because, [userId, id])) > 0;
}

/** Makes every server read the account again after its role or name has changed. */
export async function announceAccount(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query(`select pg_notify('${SESSION_CHANNEL}', $1)`, [userId]);
}

async function end(sql: QueryRunner, which: string, because: string, values: readonly string[]) {
  const { rowCount } = await sql.query(
    `with ended as (
       update backoffice.sessions set ended_at = now(), ended_because = $1
       where ${which} and ended_at is null returning user_id)
     select pg_notify('${SESSION_CHANNEL}', user_id) from ended`,
    [because, ...values],
  );
  return rowCount ?? 0;
}

/** A session as its owner sees it; the user agent tells browser and system. */
type OwnSession = Omit<Session, 'current' | 'browser' | 'system'>;

/** The open sessions of a user, the one used last first. */
export async function listSessions(sql: QueryRunner, userId: string): Promise<OwnSession[]> {
  return await sql.rows<OwnSession>(
    `select id, user_agent as "userAgent", address, created_at as "createdAt",
       used_at as "usedAt", expires_at as "expiresAt"
     from backoffice.sessions
     where user_id = $1 and ended_at is null and expires_at > now()
     order by used_at desc, id`,
    [userId],
  );
}
