import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';
import { endReason, type EndedSession, untilIdle } from './sessions.ts';
import { statement } from '../../connection/statement.ts';

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

/** Undefined for an unknown token; for one whose session is over, why it is. */
export async function findRefreshable(
  sql: QueryRunner,
  users: Resource,
  { refreshHash, cookieHash }: { refreshHash: Buffer; cookieHash: Buffer | undefined },
  idleMinutes: Readonly<Record<string, number>>,
): Promise<Refreshable | (EndedSession & Pick<Refreshable, 'account'>) | undefined> {
  type Read = Pick<Refreshable, 'bound' | 'cookie'> & { session_id: string; ended: string | null };
  const row = await sql.first<Account & Read>(
    `select ${accountColumns(users)}, s.id as session_id, s.companion_hash is not null as bound,
       case when s.companion_hash = $2 then 'current'
            when s.companion_previous = $2
              and s.companion_rotated_at > now() - interval '${GRACE_SECONDS} seconds' then 'previous'
            else 'stale' end as cookie,
       ${endReason('$3')} as ended
     from backoffice.sessions s join "users" u on u._id = s.user_id
     where s.refresh_hash = $1`,
    [refreshHash, cookieHash ?? null, JSON.stringify(idleMinutes)],
  );
  if (row === undefined) return undefined;
  const { session_id: sessionId, bound, cookie, ended, ...account } = row;
  return ended === null
    ? { sessionId, account, bound, cookie }
    : { ended, role: account.role, account };
}

/**
 * Replaces the refresh cookie if it is still the current one: of simultaneous refreshes one wins, the others use the
 * grace period of the previous value. `usedFor`: the minutes until the session ends without use; undefined if the
 * refresh is no use.
 */
export const rotateRefreshCookie = statement.some<
  [sessionId: string, cookie: { from: Buffer; to: Buffer }, usedFor: number | undefined]
>(
  `update backoffice.sessions set companion_hash = $3, companion_previous = companion_hash,
     companion_rotated_at = now(), used_at = case when $4::int is null then used_at else now() end,
     expires_at = case when $4::int is null then expires_at else ${untilIdle('$4')} end
   where id = $1 and companion_hash = $2 and ended_at is null`,
  (sessionId, { from, to }, usedFor) => [sessionId, from, to, usedFor ?? null],
);
