import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';
import { IDLE_DAYS, SESSION_DAYS } from './sessions.ts';

/** What a refresh token opens, and the state of its refresh cookie. */
export type Refreshable = {
  sessionId: string;
  account: Account;
  /** A browser opened the session: its token is worth nothing without the cookie. */
  bound: boolean;
  /** The cookie that was sent is the current one, the previous one within the grace period, or neither. */
  cookie: 'current' | 'previous' | 'stale';
};

/** For how long the previous cookie stays valid: two tabs may refresh at once, and an answer may get lost. */
const GRACE_SECONDS = 10;

export async function findRefreshable(
  sql: QueryRunner,
  users: Resource,
  refreshHash: Buffer,
  cookieHash: Buffer | undefined,
): Promise<Refreshable | undefined> {
  const row = await sql.first<
    Account & Pick<Refreshable, 'bound' | 'cookie'> & { session_id: string }
  >(
    `select ${accountColumns(users)}, s.id as session_id, s.companion_hash is not null as bound,
       case when s.companion_hash = $2 then 'current'
            when s.companion_previous = $2
              and s.companion_rotated_at > now() - interval '${GRACE_SECONDS} seconds' then 'previous'
            else 'stale' end as cookie
     from backoffice.sessions s join "users" u on u._id = s.user_id
     where s.refresh_hash = $1 and s.ended_at is null and s.expires_at > now()`,
    [refreshHash, cookieHash ?? null],
  );
  if (row === undefined) return undefined;
  const { session_id: sessionId, bound, cookie, ...account } = row;
  return { sessionId, account, bound, cookie };
}

/**
 * Replaces the refresh cookie if it is still the current one: of simultaneous refreshes one wins, the others use the
 * grace period of the previous value.
 */
export async function rotateRefreshCookie(
  sql: QueryRunner,
  sessionId: string,
  from: Buffer,
  to: Buffer,
  idleDays = IDLE_DAYS,
): Promise<boolean> {
  return await sql.some(
    `update backoffice.sessions set companion_hash = $3, companion_previous = companion_hash,
       companion_rotated_at = now(), used_at = now(), expires_at = ${untilIdle('$4')}
     where id = $1 and companion_hash = $2 and ended_at is null`,
    [sessionId, from, to, idleDays],
  );
}

export async function recordRefresh(sql: QueryRunner, sessionId: string, idleDays = IDLE_DAYS) {
  await sql.query(
    `update backoffice.sessions set used_at = now(), expires_at = ${untilIdle('$2')} where id = $1`,
    [sessionId, idleDays],
  );
}

/** The session ends when nobody uses it for so long, but never later than its own limit. */
function untilIdle(days: string): string {
  return `least(created_at + interval '${SESSION_DAYS} days', now() + make_interval(days => ${days}::int))`;
}
