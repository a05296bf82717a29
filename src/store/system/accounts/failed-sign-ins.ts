import type { FailedSignIn } from '../../../contract/accounts.ts';
import { USERS } from '../account.ts';
import type { QueryRunner } from '../../store.ts';

/** So many wrong passwords in a row for one account, from wherever they come (NIST 800-63B, 3.2.2). */
export const MOST_FAILURES = 100;

/**
 * Counts a sign-in before its password is looked at, under the SHA-256 of the address, whether an account has it
 * or not: answers how many there were in a row with this one; undefined when there were too many already.
 * One atomic statement, so that attempts made at once, or on many servers, each see those before them.
 */
export async function countSignIn(sql: QueryRunner, account: Buffer): Promise<number | undefined> {
  const { rows } = await sql.query<{ count: number }>(
    `insert into backoffice.failed_sign_ins as f (account, count) values ($1, 1)
     on conflict (account) do update set count = f.count + 1, last_at = now()
     where f.count < ${MOST_FAILURES} returning count`,
    [account],
  );
  return rows[0]?.count;
}

/** The password was not looked at after all. */
export async function uncountSignIn(sql: QueryRunner, account: Buffer): Promise<void> {
  await sql.query(
    'update backoffice.failed_sign_ins set count = greatest(0, count - 1) where account = $1',
    [account],
  );
}

/** The password was right, so those before it were the same person's. */
export async function forgetFailures(sql: QueryRunner, account: Buffer): Promise<void> {
  await sql.query('delete from backoffice.failed_sign_ins where account = $1', [account]);
}

/** The password is another one: what was guessed at the one before says nothing. */
export async function forgetFailuresOf(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query(
    `delete from backoffice.failed_sign_ins f using "users" u
     where u._id = $1 and f.account = sha256(convert_to(u."email", 'UTF8'))`,
    [userId],
  );
}

const SHOWN = 10;

/** The last failed sign-ins to an account, the newest first, for its owner to look at. */
export async function listFailedSignIns(sql: QueryRunner, userId: string): Promise<FailedSignIn[]> {
  const { rows } = await sql.query<FailedSignIn>(
    `select at, address from backoffice.audit
     where resource = $1 and record = $2 and action = 'signInFailed' and at > now() - interval '30 days'
     order by seq desc limit ${SHOWN}`,
    [USERS, userId],
  );
  return rows;
}
