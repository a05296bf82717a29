import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';
import { statement } from '../../connection/statement.ts';
import { writeUnversioned } from '../../schema/unversioned.ts';

type TokenKind = 'reset' | 'invitation' | 'email' | 'signIn' | ChallengeKind | 'oidcLogout';

/** A token of something that is under way, most often a sign-in. */
type ChallengeKind = 'factor' | 'passkey' | 'oidc' | 'oidcLink' | 'oidcTerms' | 'publicEntry';

/** For how many seconds the link in a mail, or the challenge of a sign-in, works. */
const tokenSeconds: Readonly<Record<TokenKind, number>> = {
  reset: 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  // As long as a registration waits.
  email: 30 * 24 * 60 * 60,
  // The right password was sent, and a second factor has to follow.
  factor: 5 * 60,
  // A browser signs it with a passkey. Its user may not be known yet.
  passkey: 5 * 60,
  // The user is at another provider, perhaps to register there.
  oidc: 15 * 60,
  // The user has come back, and has to prove whose account it is.
  oidcLink: 15 * 60,
  // The user has come back, and has to accept the terms.
  oidcTerms: 15 * 60,
  // A visitor has sent an entry in a public form, and confirms it.
  publicEntry: 24 * 60 * 60,
  // A command printed it for an admin.
  signIn: 15 * 60,
  // Longer than such a token is accepted.
  oidcLogout: 60 * 60,
};

/**
 * Stores the hash of a link's token, and returns when it ends. Other links of the user stay valid, or anybody could
 * spoil the link a user waits for.
 */
export async function saveToken(
  sql: QueryRunner,
  userId: string,
  kind: TokenKind,
  hash: Buffer,
  detail?: object,
) {
  const expires = await sql.value<string>(
    `insert into backoffice.tokens (hash, user_id, kind, expires_at, detail)
     values ($1, $2, $3, now() + make_interval(secs => $4::float8), $5)
     returning expires_at as expires`,
    [hash, userId, kind, tokenSeconds[kind], detail ?? null],
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
export const spendToken = statement.some<
  [userId: string, hash: Buffer, kinds?: readonly TokenKind[]]
>(
  'delete from backoffice.tokens where hash = $1 and user_id = $2 and kind = any($3) and expires_at > now()',
  (userId, hash, kinds = passwordLinks) => [hash, userId, kinds],
);

/** What is under way. */
export type Challenge = {
  /** '' when that is not known yet. */
  userId: string;
  /** What was saved with it. */
  detail: unknown;
};

/** What is under way, if its token still works. */
export const findChallenge = statement.first<Challenge, [hash: Buffer, kind: ChallengeKind]>(
  'select user_id as "userId", detail from backoffice.tokens where hash = $1 and kind = $2 and expires_at > now()',
);

/** Takes such a token away for its one use; of simultaneous uses, one succeeds. */
export const spendChallenge = statement.some<[hash: Buffer, kind: ChallengeKind]>(
  'delete from backoffice.tokens where hash = $1 and kind = $2 and expires_at > now() returning 1',
);

/** Notes the one use of a token that somebody else made; false if it was used before. */
export const claimToken = statement.some<[kind: 'oidcLogout', hash: Buffer]>(
  `insert into backoffice.tokens (hash, user_id, kind, expires_at)
   values ($1, '', $2, now() + make_interval(secs => $3::float8)) on conflict do nothing returning 1`,
  (kind, hash) => [hash, kind, tokenSeconds[kind]],
);

/** Removes the links of these kinds, so that only the last one mailed works; without kinds, all links of the user. */
export async function removeTokens(
  sql: QueryRunner,
  userId: string,
  kinds?: readonly TokenKind[],
): Promise<void> {
  const which = 'user_id = $1 and ($2::text[] is null or kind = any($2))';
  await sql.query(`delete from backoffice.tokens where ${which}`, [userId, kinds ?? null]);
}

/** The field of a user that shows the proof, where an installation declares it. */
export const PROOF_FIELD = 'emailProven';

/**
 * Records that somebody used a link mailed to the user's address, which proves it is theirs. The proof is stored with
 * the address, so it does not prove another one. Returns whether that is new.
 */
export const proveEmail = statement.some<[userId: string]>(
  `insert into backoffice.proven_emails (user_id, email)
   select _id, "email" from "users" where _id = $1
   on conflict (user_id) do update set email = excluded.email, at = now()
   where backoffice.proven_emails.email <> excluded.email`,
);

/** The user has another address, or was deleted. */
export async function forgetProof(sql: QueryRunner, users: Resource | undefined, userId: string) {
  await sql.query('delete from backoffice.proven_emails where user_id = $1', [userId]);
  if (users) await writeUnversioned(sql, users, { id: userId, field: PROOF_FIELD, value: 'false' });
}
