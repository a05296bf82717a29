import { SESSION_CHANNEL } from '../../connection/changes.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { SessionPolicy } from '../../../descriptor/settings/session-policy.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account, usersResource } from '../account.ts';
import type { Session } from '../../../contract/people/accounts.ts';
import { statement } from '../../connection/statement.ts';
import { type Seen, seenColumns, seenThrough, type View } from './view-sessions.ts';

/** Refresh tokens live this long in any case; only signing in again renews them. */
export const SESSION_DAYS = 30;

type NewSession = {
  id: string;
  userId: string;
  refreshHash: Buffer;
  /** Absent when the client keeps no cookies; its refresh token then works alone. */
  cookieHash: Buffer | undefined;
  address: string;
  userAgent: string;
  policy: SessionPolicy;
  /** The identity at another provider that opened it, and its session there, if that has a name. */
  identity?: { id: string; session: string | null } | undefined;
  /** For a user who has just registered: the session opens nothing before they are confirmed, and ends this soon. */
  awaitsApprovalFor?: { seconds: number };
};

export async function createSession(sql: QueryRunner, session: NewSession): Promise<void> {
  const { id, userId, refreshHash, cookieHash = null, address, userAgent } = session;
  const { awaitsApprovalFor: awaited, identity, policy } = session;
  const seconds = awaited?.seconds ?? Math.min(SESSION_DAYS * 24 * 60, policy.idleMinutes) * 60;
  const browser = userAgent.slice(0, 300);
  // Ended and expired sessions are kept for a while, to explain what happened.
  await sql.query(
    `with swept as (delete from backoffice.sessions where expires_at < now() - interval '30 days'),
     ended as (
       update backoffice.sessions set ended_at = now(), ended_because = 'tooMany'
       where id in (
         select id from backoffice.sessions
         where user_id = $2 and ended_at is null and expires_at > now()
         order by used_at desc, created_at desc offset $9)
       returning user_id),
     told as (select pg_notify('${SESSION_CHANNEL}', user_id) from (select distinct user_id from ended) e)
     insert into backoffice.sessions
       (id, user_id, refresh_hash, companion_hash, address, user_agent, expires_at, awaits_approval,
        identity_id, provider_session)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8), $8, $10, $11)`,
    [
      id,
      userId,
      refreshHash,
      cookieHash,
      address,
      browser,
      seconds,
      awaited !== undefined,
      policy.most - 1,
      identity?.id ?? null,
      identity?.session ?? null,
    ],
  );
}

export type OpenSession = {
  /** Who acts. In a view session: as whom somebody sees the app. */
  user: Account;
  view?: View;
  isLocked: boolean;
  /** The user had to add a second factor by now, should the role require one, and has none. */
  lacksFactor: boolean;
  /** When the user last proved to be the owner of the account, in milliseconds since 1970. */
  provenAt: number;
  /** When it was last used, in milliseconds since 1970; it may be a while behind (`session-use.ts`). */
  usedAt: number;
};

/** A session that is over, and why: `idle`, `expired`, or what `endSession` was told. */
export type EndedSession = { ended: string; role: string };

/** Why a session `s` of the user `u` is over; null while it is open. `idle`: the parameter with the minutes by role. */
export function endReason(idle: string): string {
  const minutes = `coalesce((${idle}::jsonb->>u."role")::int, (${idle}::jsonb->>'')::int)`;
  return `case
    when s.ended_at is not null then coalesce(s.ended_because, 'ended')
    when s.created_at <= now() - interval '${SESSION_DAYS} days' or (s.awaits_approval and s.expires_at <= now())
      then 'expired'
    when s.expires_at <= now() or s.used_at <= now() - make_interval(mins => ${minutes}) then 'idle' end`;
}

/** The accounts of these sessions as they are now, or why the sessions are over. */
export async function findSessions(
  sql: QueryRunner,
  descriptor: Descriptor,
  ids: readonly string[],
  idleMinutes: Readonly<Record<string, number>>,
): Promise<ReadonlyMap<string, OpenSession | EndedSession>> {
  type Read = Omit<OpenSession, 'user' | 'view'> & { id: string; ended: string | null };
  const users = usersResource(descriptor.resources);
  const rows = await sql.rows<Account & { session: Read; seen: Seen | null }>(
    `select ${accountColumns(users)}, ${seenColumns(users)} as seen,
       json_build_object('id', asked.id, 'isLocked', s.is_locked,
       'lacksFactor', coalesce(d.at < now(), false) and not exists (
         select from backoffice.factors f where f.user_id = u._id and f.confirmed_at is not null),
       'provenAt', floor(extract(epoch from coalesce(s.proven_at, s.created_at)) * 1000),
       'usedAt', floor(extract(epoch from s.used_at) * 1000), 'ended', ${endReason('$2')}) as session
     from unnest($1::text[]) asked (id) left join backoffice.view_sessions v on v.id = asked.id
       join backoffice.sessions s on s.id = coalesce(v.session_id, asked.id)
       join "users" u on u._id = s.user_id
       left join backoffice.factor_deadlines d on d.user_id = u._id
     where not s.awaits_approval or u."status" = 'confirmed'`,
    [ids, JSON.stringify(idleMinutes)],
  );
  return new Map(
    rows.map(({ session: { id, ended, ...session }, seen, ...user }) => {
      const through = seen ? seenThrough(descriptor, user, seen) : { user };
      const isOver = ended !== null || !through;
      return [
        id,
        isOver ? { ended: ended ?? 'view', role: user.role } : { ...session, ...through },
      ];
    }),
  );
}

/** Records that a session is in use, so that it ends so many minutes later. */
export const touchSession = statement.run<[id: string, idleMinutes: number]>(
  `update backoffice.sessions set used_at = now(), expires_at = ${untilIdle('$2')}
   where id = $1 and ended_at is null and expires_at > now()`,
);

/** A session ends when nobody uses it for so many minutes, but never later than its own limit. */
export function untilIdle(minutes: string): string {
  return `least(created_at + interval '${SESSION_DAYS} days', now() + make_interval(mins => ${minutes}::int))`;
}

/** How long a proof counts: what needs a fresh one asks again after that, in milliseconds. */
export const PROOF_LASTS = 15 * 60_000;

/** Whether the user of a session has proved to be the owner of the account a short while ago. */
export const isProven = statement.some<[id: string]>(
  `select 1 from backoffice.sessions
   where id = $1 and coalesce(proven_at, created_at) > now() - make_interval(secs => $2)`,
  (id) => [id, PROOF_LASTS / 1_000],
);

/** Notes that the user has just proved to be the owner of the account. */
export const proveSession = statement.run<[id: string]>(
  `with changed as (
     update backoffice.sessions set proven_at = now() where id = $1 returning user_id)
   select pg_notify('${SESSION_CHANNEL}', user_id) from changed`,
);

/** A locked session opens nothing but the way to unlock it, until its user enters the password again. */
export const lockSession = statement.run<[id: string, isLocked: boolean]>(
  `with changed as (
     update backoffice.sessions set is_locked = $2 where id = $1 and is_locked <> $2 returning user_id)
   select pg_notify('${SESSION_CHANNEL}', user_id) from changed`,
);

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

/** Ends the session of a browser that opens another, which takes the place of its refresh cookie. */
export async function endReplacedSession(sql: QueryRunner, cookieHash: Buffer): Promise<void> {
  await end(sql, 'companion_hash = $2', 'replaced', [cookieHash]);
}

/**
 * Ends the sessions that an identity opened: those of one session at its provider, or all but the kept one. Returns
 * how many.
 */
export async function endSessionsOfIdentity(
  sql: QueryRunner,
  identityId: string,
  because: string,
  { session = null, kept = null }: { session?: string | null; kept?: string | null } = {},
): Promise<number> {
  return await end(
    sql,
    `identity_id = $2 and ($3::text is null or provider_session = $3) and ($4::text is null or id <> $4)`,
    because,
    [identityId, session, kept],
  );
}

/** Ends a view session by its id, or all of a session by the id of that; returns whether there was one. */
export const endViews = statement.some<[id: string]>(
  `with ended as (
     update backoffice.view_sessions set ended_at = now()
     where (id = $1 or session_id = $1) and ended_at is null and expires_at > now()
     returning session_id)
   select pg_notify('${SESSION_CHANNEL}', s.user_id)
   from ended join backoffice.sessions s on s.id = ended.session_id`,
);

/** Makes every server read the account again after its role or name has changed. */
export const announceAccount = statement.run<[userId: string]>(
  `select pg_notify('${SESSION_CHANNEL}', $1)`,
);

async function end(
  sql: QueryRunner,
  which: string,
  because: string,
  values: readonly (string | Buffer | null)[],
) {
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
export const listSessions = statement.rows<OwnSession, [userId: string]>(
  `select id, user_agent as "userAgent", address, created_at as "createdAt",
     used_at as "usedAt", expires_at as "expiresAt"
   from backoffice.sessions
   where user_id = $1 and ended_at is null and expires_at > now()
   order by used_at desc, id`,
);

/** More sessions than this say nothing new about the devices of a user. */
const MAX_DEVICES = 500;

type Device = { userAgent: string | null; address: string | null };

/** What the sessions of a user were opened with; ended ones are known for some weeks. */
export const listPastDevices = statement.rows<Device, [userId: string]>(
  `select user_agent as "userAgent", address from backoffice.sessions
   where user_id = $1 and not awaits_approval order by created_at desc limit ${MAX_DEVICES}`,
);

/** Whether a user has signed in before, ever. */
export const hasSignedIn = statement.some<[userId: string]>(
  `select 1 from backoffice.audit where actor = $1 and action = 'signedIn' order by seq limit 1`,
);
