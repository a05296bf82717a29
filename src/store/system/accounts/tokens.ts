import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';

type TokenKind = 'reset' | 'invitation' | 'email';

/** How long the link in a mail opens anything. */
const tokenSeconds: Readonly<Record<TokenKind, number>> = {
  reset: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  // As long as a request waits.
  email: 30 * 24 * 60 * 60,
};

/**
 * Keeps the hash of a link's token, and answers when it ends. Others of the user stay good, or
 * anybody could spoil the link somebody waits for.
 */
export async function keepToken(sql: QueryRunner, userId: string, kind: TokenKind, hash: Buffer) {
  const expires = await sql.value<string>(
    `with swept as (delete from backoffice.tokens where expires_at < now())
     insert into backoffice.tokens (hash, user_id, kind, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4::float8))
     returning expires_at as expires`,
    [hash, userId, kind, tokenSeconds[kind]],
  );
  return new Date(expires);
}

/** Those by which a password may be set. */
const passwordLinks: readonly TokenKind[] = ['reset', 'invitation'];

/** Whose link it is, if it opens anything. */
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

/** Takes a link's token away for its one use; of uses at the same moment one gets it. */
export async function useToken(sql: QueryRunner, userId: string, hash: Buffer): Promise<boolean> {
  return await sql.some(
    'delete from backoffice.tokens where hash = $1 and user_id = $2 and kind = any($3) and expires_at > now()',
    [hash, userId, passwordLinks],
  );
}

/** Of links that are mailed anew only the last opens anything; where no kinds are named, none of theirs does. */
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
 * Somebody has used a link that was mailed to the address of the user: it is theirs. Kept with the address, so that
 * another one is not proven by it; and shown in a field of the user, as no change of the record.
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

/** The user has another address, or is no more. */
export async function forgetProof(sql: QueryRunner, users: Resource | undefined, userId: string) {
  await sql.query('delete from backoffice.proven_emails where user_id = $1', [userId]);
  if (users?.fields.has(FIELD))
    await sql.query(`update "users" set "${FIELD}" = false where _id = $1`, [userId]);
}
