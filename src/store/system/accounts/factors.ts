import type { QueryRunner } from '../../store.ts';
import { SESSION_CHANNEL } from '../../connection/changes.ts';
import { statement } from '../../connection/statement.ts';

export type FactorKind = 'totp' | 'passkey';

/** What a person signs in with besides, or instead of, a password. */
export type Factor = {
  id: string;
  kind: FactorKind;
  name: string;
  createdAt: string;
  usedAt: string | null;
};

/** A passkey as its browser and we know it. */
export type Passkey = {
  /** base64url, as browsers write it. */
  credentialId: string;
  publicKey: Buffer;
  /** Of its uses; an authenticator that does not count stays at 0. */
  count: number;
  transports: readonly string[];
};

/** More would be of no use, and each makes the list of a sign-in longer. */
export const MOST_FACTORS = 10;

const listed = 'id, kind, name, created_at as "createdAt", used_at as "usedAt"';

/** The factors of a user that work, the oldest first. */
export const listFactors = statement.rows<Factor, [userId: string]>(
  `select ${listed} from backoffice.factors
   where user_id = $1 and confirmed_at is not null order by created_at, id`,
);

/**
 * Adds a factor that its user has yet to confirm, and removes those that nobody confirmed within an hour. False when
 * the user has the most that one may have.
 */
export async function insertFactor(
  sql: QueryRunner,
  factor: { id: string; userId: string; kind: FactorKind; name: string; secret?: Buffer },
): Promise<boolean> {
  await sql.query(
    `delete from backoffice.factors where confirmed_at is null and created_at < now() - interval '1 hour'`,
  );
  const { id, userId, kind, name, secret = null } = factor;
  return await sql.some(
    `insert into backoffice.factors (id, user_id, kind, name, secret)
     select $1, $2, $3, $4, $5
     where (select count(*) from backoffice.factors where user_id = $2) < ${MOST_FACTORS} returning 1`,
    [id, userId, kind, name, secret],
  );
}

/** A factor that waits for its confirmation, with its secret. */
export const findUnconfirmed = statement.first<
  Factor & { secret: Buffer | null },
  [userId: string, id: string]
>(
  `select ${listed}, secret from backoffice.factors
   where user_id = $1 and id = $2 and confirmed_at is null and created_at > now() - interval '1 hour'`,
);

const noPasskey = [null, null, null, null, null];

function valuesOf({ passkey, site }: { passkey: Passkey; site: string }) {
  const { credentialId, publicKey, count, transports } = passkey;
  return [credentialId, publicKey, count, transports, site];
}

/** False when another call was faster, or when the credential is somebody's already. */
export async function confirmFactor(
  sql: QueryRunner,
  userId: string,
  id: string,
  proof: { step: number } | { passkey: Passkey; site: string },
): Promise<boolean> {
  const proven = 'passkey' in proof ? [null, ...valuesOf(proof)] : [proof.step, ...noPasskey];
  const isDone = await sql.some(
    `update backoffice.factors set confirmed_at = now(), last_step = $3, credential_id = $4, public_key = $5,
       sign_count = $6, transports = $7, site = $8
     where user_id = $1 and id = $2 and confirmed_at is null
       and ($4::text is null or not exists (select from backoffice.factors where credential_id = $4))
     returning 1`,
    [userId, id, ...proven],
  );
  // A session that was held back for want of a factor goes on at once.
  if (isDone) await sql.query('select pg_notify($1, $2)', [SESSION_CHANNEL, userId]);
  return isDone;
}

export const renameFactor = statement.first<Factor, [userId: string, id: string, name: string]>(
  `update backoffice.factors set name = $3
   where user_id = $1 and id = $2 and confirmed_at is not null returning ${listed}`,
);

/** The removed factor. With the last one go the recovery codes, which would stand for nothing. */
export async function removeFactor(
  sql: QueryRunner,
  userId: string,
  id: string,
): Promise<Factor | undefined> {
  const removed = await sql.first<Factor>(
    `delete from backoffice.factors where user_id = $1 and id = $2 returning ${listed}`,
    [userId, id],
  );
  if (removed && (await listFactors(sql, userId)).length === 0) await removeCodes(sql, userId);
  return removed;
}

/** Removes all that a user has beside the password; returns how many factors that were. */
export async function removeFactors(sql: QueryRunner, userId: string): Promise<number> {
  const removed = await removeAllFactors(sql, userId);
  await removeCodes(sql, userId);
  await sql.query('delete from backoffice.factor_deadlines where user_id = $1', [userId]);
  return removed;
}

const removeAllFactors = statement.count<[userId: string]>(
  'delete from backoffice.factors where user_id = $1',
);

const removeCodes = statement.run<[userId: string]>(
  'delete from backoffice.recovery_codes where user_id = $1',
);

/** The sealed secrets of the authenticator apps of a user. */
export const listSecrets = statement.rows<{ id: string; secret: Buffer }, [userId: string]>(
  `select id, secret from backoffice.factors
   where user_id = $1 and kind = 'totp' and confirmed_at is not null order by created_at`,
);

/** Counts a time step as used; false if it, or a later one, was used before: a code works once. */
export const spendStep = statement.some<[id: string, step: number]>(
  `update backoffice.factors set last_step = $2, used_at = now()
   where id = $1 and (last_step is null or last_step < $2) returning 1`,
);

/** The passkeys of a user at this site, for their browser to choose from. */
export const listPasskeys = statement.rows<
  { id: string; transports: string[] },
  [userId: string, site: string]
>(
  `select credential_id as id, transports from backoffice.factors
   where user_id = $1 and site = $2 and confirmed_at is not null and credential_id is not null`,
);

/** The passkey that a browser names, and whose it is. */
export const findPasskey = statement.first<
  Passkey & { id: string; userId: string },
  [credentialId: string, site: string]
>(
  `select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
     sign_count::int as count, transports
   from backoffice.factors where credential_id = $1 and site = $2 and confirmed_at is not null`,
);

/** Notes a use; false if another use has counted further meanwhile. */
export const countPasskey = statement.some<
  [passkey: Pick<Passkey & { id: string }, 'id' | 'count'>, next: number]
>(
  'update backoffice.factors set sign_count = $3, used_at = now() where id = $1 and sign_count = $2 returning 1',
  ({ id, count }, next) => [id, count, next],
);

/** Replaces the recovery codes of a user. */
export async function replaceCodes(
  sql: QueryRunner,
  userId: string,
  { salt, hashes }: { salt: Buffer; hashes: readonly Buffer[] },
): Promise<void> {
  await removeCodes(sql, userId);
  await sql.query(
    'insert into backoffice.recovery_codes (user_id, salt, hash) select $1, $2, unnest($3::bytea[])',
    [userId, salt, hashes],
  );
}

/** The salt of a user's recovery codes; undefined without codes. */
export const findSalt = statement.value<Buffer | undefined, [userId: string]>(
  'select salt from backoffice.recovery_codes where user_id = $1 and salt is not null limit 1',
);

/** Takes a recovery code away for its one use. */
export const spendCode = statement.some<[userId: string, hash: Buffer]>(
  'delete from backoffice.recovery_codes where user_id = $1 and hash = $2 returning 1',
);

export const countCodes = statement.value<number, [userId: string]>(
  'select count(*)::int from backoffice.recovery_codes where user_id = $1',
);

/** Begins the days in which a user must add a factor, once. */
export const beginDeadline = statement.run<[userId: string, days: number]>(
  `insert into backoffice.factor_deadlines (user_id, at)
   values ($1, now() + make_interval(days => $2)) on conflict do nothing`,
);

/** When a user must have a factor; undefined if that has not begun. */
export const findDeadline = statement.value<string | undefined, [userId: string]>(
  'select at from backoffice.factor_deadlines where user_id = $1',
);
