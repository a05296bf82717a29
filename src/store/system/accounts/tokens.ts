import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';

type TokenKind = 'reset' | 'invitation' | 'email';

/** For how many seconds the link in a mail works. */
const tokenSeconds: Readonly<Record<TokenKind, number>> = {
  reset: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  // As long as a registration waits.
  email: 30 * 24 * 60 * 60,
};

/**
 * Stores the hash of a link's token, and returns when it ends. Other links of the user stay valid, or anybody could
 * spoil the link a user waits for.
 */
export async function saveToken(sql: QueryRunner, userId: string, kind: TokenKind, hash: Buffer) {
  const expires = await sql.value<string>(
    `with swept as (delete from backoffice.tokens where expires_at < now())
     insert into backoffice.tokens (hash, user_id, kind, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4::float8))
     returning expires_at as expires`,
    [hash, userId, kind, tokenSeconds[kind]],
  );
  return new Date(expires);
}

/** The links that can set a password. */
const passwordLinks: readonly TokenKind[] = ['reset', 'invitation'];

/** The owner of a link, if it still works. */
export async function findToken(
  sql: QueryRunner,
  users: Resource,
  userId: string,
  hash: Buffer,
  kinds: readonly TokenKind[] = passwordLinks,
): Promise<Account | undefined> {
  return await sql.first<Account>(
    `select ${accountColumns(users)} from backoffice.tokens t join "users" u on u._id = t.user_id
     where t.hash = $1 and t.user_id = $2 and t.kind = any($3) and t.expires_at > now() and u."status" <> 'disabled'`,
    [hash, userId, kinds],
  );
}

/** Takes a link's token away for its one use; of simultaneous uses, one succeeds. */
export async function useToken(sql: QueryRunner, userId: string, hash: Buffer): Promise<boolean> {
  return await sql.some(
    'delete from backoffice.tokens where hash = $1 and user_id = $2 and kind = any($3) and expires_at > now()',
    [hash, userId, passwordLinks],
  );
}

/** Removes the links of these kinds, so that only the last one mailed works; without kinds, all links of the user. */
export async function removeTokens(
  sql: QueryRunner,
  userId: string,
  kinds?: readonly TokenKind[],
): Promise<void> {
  const which = 'user_id = $1 and ($2::text[] is null or kind = any($2))';
  await sql.query(`delete from backoffice.tokens where ${which}`, [userId, kinds ?? null]);
}

/** The field that shows it, where the descriptor declares one. */
const FIELD = 'emailProven';

/**
 * Records that somebody used a link mailed to the user's address, which proves it is theirs. The proof is stored with
 * the address, so it does not prove another one. A field of the user shows it, without a change of the record.
 */
export async function proveEmail(sql: QueryRunner, users: Resource, userId: string) {
  const isNew = await sql.some(
    `insert into backoffice.proven_emails (user_id, email)
     select _id, "email" from "users" where _id = $1
     on conflict (user_id) do update set email = excluded.email, at = now()
     where backoffice.proven_emails.email <> excluded.email`,
    [userId],
  );
  if (users.fields.has(FIELD))
    await sql.query(`update "users" set "${FIELD}" = true where _id = $1`, [userId]);
  return isNew;
}

/** The user has another address, or was deleted. */
export async function forgetProof(sql: QueryRunner, users: Resource | undefined, userId: string) {
  await sql.query('delete from backoffice.proven_emails where user_id = $1', [userId]);
  if (users?.fields.has(FIELD))
    await sql.query(`update "users" set "${FIELD}" = false where _id = $1`, [userId]);
}
