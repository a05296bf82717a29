import type { QueryRunner } from '../../store.ts';

/** Who a user is at a provider of identities. `subject` is unique within `issuer` (OpenID Connect Core, 2). */
export type Identity = {
  id: string;
  userId: string;
  /** The name of the provider in the configuration. */
  provider: string;
  issuer: string;
  subject: string;
  /** As the provider told when the two were connected. */
  email: string | null;
  createdAt: string;
  usedAt: string | null;
};

/** More would be of no use. */
export const MOST_IDENTITIES = 10;

const columns = `id, user_id as "userId", provider, issuer, subject, email, created_at as "createdAt",
  used_at as "usedAt"`;

export async function findIdentity(sql: QueryRunner, issuer: string, subject: string) {
  return await sql.first<Identity>(
    `select ${columns} from backoffice.identities where issuer = $1 and subject = $2`,
    [issuer, subject],
  );
}

/** The identities of a user, the oldest first. */
export async function listIdentities(sql: QueryRunner, userId: string): Promise<Identity[]> {
  return await sql.rows<Identity>(
    `select ${columns} from backoffice.identities where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** Connects an identity with a user; undefined if it is somebody's already, or the user has the most that one may have. */
export async function insertIdentity(
  sql: QueryRunner,
  identity: Omit<Identity, 'createdAt' | 'usedAt'>,
): Promise<Identity | undefined> {
  const { id, userId, provider, issuer, subject, email } = identity;
  return await sql.first<Identity>(
    `insert into backoffice.identities (id, user_id, provider, issuer, subject, email)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from backoffice.identities where user_id = $2) < ${MOST_IDENTITIES}
     on conflict (issuer, subject) do nothing returning ${columns}`,
    [id, userId, provider, issuer, subject, email],
  );
}

/** Notes a sign-in. False if the identity was removed meanwhile; until the transaction ends it cannot be. */
export async function recordUse(sql: QueryRunner, id: string): Promise<boolean> {
  return await sql.some(
    'update backoffice.identities set used_at = now() where id = $1 returning 1',
    [id],
  );
}

/** Takes an identity of a user away. */
export async function removeIdentity(sql: QueryRunner, userId: string, id: string) {
  return await sql.first<Identity>(
    `delete from backoffice.identities where user_id = $1 and id = $2 returning ${columns}`,
    [userId, id],
  );
}

/** Removes what belongs to a deleted user. */
export async function removeIdentities(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query('delete from backoffice.identities where user_id = $1', [userId]);
}

/** Whether a user can sign in without the identity: with a password, with a passkey, or at one of these issuers. */
export async function hasOtherWay(
  sql: QueryRunner,
  userId: string,
  id: string,
  { passwords, issuers }: { passwords: boolean; issuers: readonly string[] },
): Promise<boolean> {
  // Of two requests that remove the last two ways, one waits here and sees what the other did.
  await sql.query('select 1 from "users" where _id = $1 for no key update', [userId]);
  return await sql.some(
    `select 1 from backoffice.identities where user_id = $1 and id <> $2 and issuer = any($4)
     union all select 1 from backoffice.credentials where user_id = $1 and $3
     union all select 1 from backoffice.factors
       where user_id = $1 and $3 and kind = 'passkey' and confirmed_at is not null
     limit 1`,
    [userId, id, passwords, issuers],
  );
}

/** The identities that opened a session whose provider calls it so. */
export async function listIdentitiesOfSession(sql: QueryRunner, issuer: string, session: string) {
  return await sql.rows<Pick<Identity, 'id' | 'userId'>>(
    `select distinct i.id, i.user_id as "userId"
     from backoffice.identities i join backoffice.sessions s on s.identity_id = i.id
     where i.issuer = $1 and s.provider_session = $2 and s.ended_at is null`,
    [issuer, session],
  );
}

/** The issuer at which the user of a session has signed in, if it was opened that way. */
export async function findIssuer(sql: QueryRunner, sessionId: string) {
  return await sql.value<string | undefined>(
    `select i.issuer from backoffice.sessions s join backoffice.identities i on i.id = s.identity_id
     where s.id = $1`,
    [sessionId],
  );
}

/** Removes the challenges that would continue a sign-in of an identity. */
export async function endChallenges(sql: QueryRunner, identityId: string): Promise<void> {
  await sql.query(
    `delete from backoffice.tokens where kind = 'factor' and detail -> 'identity' ->> 'id' = $1`,
    [identityId],
  );
}
