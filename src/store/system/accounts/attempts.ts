import type { QueryRunner } from '../../store.ts';
import type { FailedSignIn } from '../../../contract/people/accounts.ts';
import { USERS } from '../account.ts';
import { statement } from '../../connection/statement.ts';

/** How often something may be tried: `free` times at once, then with pauses that double up to `longest`. */
export type Backoff = {
  free: number;
  /** Seconds. */
  pause: number;
  longest: number;
  /** After so many seconds without an attempt, the count starts from zero. */
  forget: number;
};

/** How often something may be done: `free` times in `forget` seconds, which begin with the first. */
type Share = Pick<Backoff, 'free' | 'forget'>;

export type Allowance = Backoff | Share;

/** `wait`: seconds until the attempt may be made; 0: it was counted, and the `next` may follow after so many seconds. */
export type SpentAttempt = { wait: number; count: number; next: number };

/**
 * Counts an attempt before it is made, unless it has to wait. It is one atomic statement on the database's clock:
 * attempts at the same moment, or on many servers, each see those before them. A refused attempt is not counted, so
 * nobody is locked out for good.
 */
export async function spendAttempt(
  sql: QueryRunner,
  key: string,
  allowance: Allowance,
): Promise<SpentAttempt> {
  const { free, forget } = allowance;
  const values = [key, free, forget];
  const row = await sql.first<{ count: number | null; next: number | null }>(
    'pause' in allowance ? take : takeShare,
    'pause' in allowance ? [...values, allowance.pause, allowance.longest] : values,
  );
  const next = Math.max(0, Math.ceil(row?.next ?? 0));
  if (typeof row?.count === 'number') return { wait: 0, count: row.count, next };
  return { wait: Math.max(1, next), count: free, next };
}

const count = `case when a.forget_at <= clock_timestamp() then 1 else a.count + 1 end`;

/** Counts an attempt by an `insert` into the table as `a`, which writes nothing if the attempt has to wait. */
const taking = (insert: string) => `
  with swept as (
    delete from backoffice.attempts where key in (
      select key from backoffice.attempts
      where forget_at < clock_timestamp() and key <> $1 limit 20 for update skip locked)
  ), taken as (
    ${insert}
    where a.free_at <= clock_timestamp()
    returning count, free_at
  )
  select (select count from taken) as count,
    extract(epoch from coalesce((select free_at from taken),
      (select free_at from backoffice.attempts where key = $1)) - clock_timestamp())::float8 as next`;

// 30 doublings exceed every `longest`; more would overflow.
const take = taking(`
    insert into backoffice.attempts as a (key, count, free_at, forget_at)
    values ($1, 1, clock_timestamp(), clock_timestamp() + make_interval(secs => $3::float8))
    on conflict (key) do update set
      count = ${count},
      free_at = clock_timestamp() + make_interval(secs => case
        when ${count} < $2::int then 0
        else least($5::float8, $4::float8 * 2 ^ least(30, ${count} - $2::int)) end),
      forget_at = clock_timestamp() + make_interval(secs => $3::float8)`);

const end = `case when a.forget_at <= clock_timestamp() then excluded.forget_at else a.forget_at end`;

// Attempts do not renew the period, so what is used often is free again as soon as what is used once.
const takeShare = taking(`
    insert into backoffice.attempts as a (key, count, free_at, forget_at)
    select $1, 1, case when $2::int > 1 then at else at + period end, at + period
    from (select clock_timestamp() as at, make_interval(secs => $3::float8) as period) as begun
    on conflict (key) do update set
      count = ${count},
      free_at = case when ${count} < $2::int then clock_timestamp() else ${end} end,
      forget_at = ${end}`);

/** The attempt succeeded, so it does not count. Other attempts under the key stay counted. */
export const returnAttempt = statement.run<[key: string]>(
  `update backoffice.attempts set count = greatest(0, count - 1), free_at = least(free_at, clock_timestamp())
   where key = $1`,
);

export const forgetAttempts = statement.run<[key: string]>(
  'delete from backoffice.attempts where key = $1',
);

/** The most wrong passwords in a row for one account, from any address (NIST 800-63B, 3.2.2). */
export const MOST_FAILURES = 100;

/**
 * Counts a sign-in before its password is checked, under the SHA-256 of the address, whether or not it has an account.
 * Returns how many in a row this makes; undefined when there were too many already. It is one atomic statement, so
 * attempts at the same moment, or on many servers, each see those before them.
 */
export const countSignIn = statement.value<number | undefined, [account: Buffer]>(
  `insert into backoffice.failed_sign_ins as f (account, count) values ($1, 1)
   on conflict (account) do update set count = f.count + 1, last_at = now()
   where f.count < ${MOST_FAILURES} returning count`,
);

/** The password was not checked after all. */
export const uncountSignIn = statement.run<[account: Buffer]>(
  'update backoffice.failed_sign_ins set count = greatest(0, count - 1) where account = $1',
);

/** The password was right, so the same person made the attempts before. */
export const forgetFailures = statement.run<[account: Buffer]>(
  'delete from backoffice.failed_sign_ins where account = $1',
);

/** The password has changed, so guesses at the old one no longer matter. */
export const forgetFailuresOf = statement.run<[userId: string]>(
  `delete from backoffice.failed_sign_ins f using "users" u
   where u._id = $1 and f.account = sha256(convert_to(u."email", 'UTF8'))`,
);

const MAX_FAILED_SIGN_INS = 10;

/** The last failed sign-ins to an account, newest first, for its owner to check. */
export const listFailedSignIns = statement.rows<FailedSignIn, [userId: string]>(
  `select at, address, case when detail ? 'status' then 'closed'
     when detail ->> 'by' in ('code', 'recoveryCode', 'passkey', 'provider') then 'factor'
     else 'password' end as cause
   from backoffice.audit
   where resource = $1 and record = $2 and action = 'signInFailed' and at > now() - interval '30 days'
   order by seq desc limit ${MAX_FAILED_SIGN_INS}`,
  (userId) => [USERS, userId],
);
