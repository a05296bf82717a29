import type { Resource } from '../../descriptor/descriptor.ts';
import type { QueryRunner } from '../store.ts';
import { accountColumns, type Account } from './account.ts';

/** Says on every replica whose sessions are to be read anew; the payload is the user's `_id`. */
export const SESSION_CHANNEL = 'backoffice_sessions';

/** Refresh tokens live this long, whatever happens; there is no renewal but signing in. */
export const SESSION_DAYS = 30;

export type NewSession = {
  id: string;
  userId: string;
  refreshHash: Buffer;
  /** Absent: the client keeps no cookies, and its refresh token works alone. */
  companionHash: Buffer | undefined;
  address: string;
  userAgent: string;
};

export async function createSession(sql: QueryRunner, session: NewSession): Promise<void> {
  const { id, userId, refreshHash, companionHash = null, address, userAgent } = session;
  // Ended and expired ones are kept a while, to be able to say what happened.
  await sql.query(
    `with swept as (delete from backoffice.sessions where expires_at < now() - interval '30 days')
     insert into backoffice.sessions (id, user_id, refresh_hash, companion_hash, address, user_agent, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => ${SESSION_DAYS}))`,
    [id, userId, refreshHash, companionHash, address, userAgent.slice(0, 300)],
  );
}

/** The account behind a session that has neither ended nor expired, as it is now. */
export async function findSession(
  sql: QueryRunner,
  users: Resource,
  id: string,
): Promise<Account | undefined> {
  const { rows } = await sql.query<Account>(
    `select ${accountColumns(users)} from backoffice.sessions s join "users" u on u._id = s.user_id
     where s.id = $1 and s.ended_at is null and s.expires_at > now()`,
    [id],
  );
  return rows[0];
}

export async function endSession(sql: QueryRunner, id: string, because: string): Promise<void> {
  await sql.query(
    `with ended as (
       update backoffice.sessions set ended_at = now(), ended_because = $2
       where id = $1 and ended_at is null returning user_id)
     select pg_notify('${SESSION_CHANNEL}', user_id) from ended`,
    [id, because],
  );
}

export async function endSessionsOf(
  sql: QueryRunner,
  userId: string,
  because: string,
): Promise<void> {
  await sql.query(
    `update backoffice.sessions set ended_at = now(), ended_because = $2
     where user_id = $1 and ended_at is null`,
    [userId, because],
  );
  await announceAccount(sql, userId);
}

/** Makes every replica read the account anew: its role or name has changed. */
export async function announceAccount(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query(`select pg_notify('${SESSION_CHANNEL}', $1)`, [userId]);
}
