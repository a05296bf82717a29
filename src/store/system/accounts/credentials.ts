import { forgetPreferences } from '../preferences/views.ts';
import type { QueryRunner } from '../../store.ts';
import { forgetFailuresOf } from './attempts.ts';
import { revokeKeysOf } from './api-keys.ts';
import { endOtherSessions, endSessionsOf } from './sessions.ts';
import { removeFactors } from './factors.ts';
import { removeIdentities } from './identities.ts';
import { removeTokens } from './tokens.ts';
import { statement } from '../../connection/statement.ts';

/** The days that a user can sign in with a password that was made for them. */
export const GENERATED_DAYS = 7;

type NewPassword = {
  /** The session in which the user changes it. */
  keptSession?: string;
  /** The server made it, and printed it. It can only be the first one (ASVS 5.0, 6.4.1). */
  isGenerated?: boolean;
};

/**
 * Stores the hash of a user's password. Ends every session opened with another password, except the one it was changed
 * in, and every link that could set it. Wrong passwords count from zero again.
 */
export async function setPassword(
  sql: QueryRunner,
  userId: string,
  hash: string,
  { keptSession, isGenerated = false }: NewPassword = {},
): Promise<void> {
  await sql.query(
    `insert into backoffice.credentials (user_id, password_hash, expires_at)
     values ($1, $2, now() + make_interval(days => $3))
     on conflict (user_id) do update set
       password_hash = excluded.password_hash, expires_at = excluded.expires_at, changed_at = now()`,
    [userId, hash, isGenerated ? GENERATED_DAYS : null],
  );
  await removeTokens(sql, userId);
  await forgetFailuresOf(sql, userId);
  if (keptSession === undefined) await endSessionsOf(sql, userId, 'password');
  else await endOtherSessions(sql, userId, keptSession, 'password');
}

export async function findHash(sql: QueryRunner, userId: string): Promise<string | null> {
  return (
    (await sql.value<string | undefined>(
      'select password_hash from backoffice.credentials where user_id = $1',
      [userId],
    )) ?? null
  );
}

/** Whether at least one of these users has a password. */
export const hasPassword = statement.some<[userIds: readonly string[]]>(
  'select 1 from backoffice.credentials where user_id = any($1) limit 1',
);

/** Replaces the hash of the same password by one with today's parameters; sessions stay open. */
export const renewHash = statement.run<[userId: string, from: string, to: string]>(
  'update backoffice.credentials set password_hash = $3 where user_id = $1 and password_hash = $2',
);

/**
 * Whether a user may still sign in, with the password that was right a moment ago if there was one. The answer holds
 * until the transaction ends: a change that disables the user or sets another password meanwhile either waits or is seen here,
 * so no session remains that should have ended.
 */
export async function mayStillSignIn(
  sql: QueryRunner,
  userId: string,
  hash: string | undefined,
): Promise<boolean> {
  if (hash === undefined)
    return await sql.some(
      `select 1 from "users" where _id = $1 and "status" = 'confirmed' for no key update`,
      [userId],
    );
  return await sql.some(
    `select 1 from "users" u join backoffice.credentials c on c.user_id = u._id
     where u._id = $1 and u."status" = 'confirmed' and c.password_hash = $2
     for no key update of u for share of c`,
    [userId, hash],
  );
}

/** Removes what belongs to a deleted user. */
export async function removeCredentials(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query('delete from backoffice.credentials where user_id = $1', [userId]);
  await sql.query('delete from backoffice.preferences where user_id = $1', [userId]);
  await removeTokens(sql, userId);
  await removeFactors(sql, userId);
  await revokeKeysOf(sql, userId);
  await removeIdentities(sql, userId);
  await forgetPreferences(sql, userId);
}
