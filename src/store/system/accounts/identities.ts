import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

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

export const findIdentity = statement.first<Identity, [issuer: string, subject: string]>(
  `select ${columns} from backoffice.identities where issuer = $1 and subject = $2`,
);

/** The identities of a user, the oldest first. */
export const listIdentities = statement.rows<Identity, [userId: string]>(
  `select ${columns} from backoffice.identities where user_id = $1 order by created_at, id`,
);

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
export const recordUse = statement.some<[id: string]>(
  'update backoffice.identities set used_at = now() where id = $1 returning 1',
);

/** Takes an identity of a user away. */
export const removeIdentity = statement.first<Identity, [userId: string, id: string]>(
  `delete from backoffice.identities where user_id = $1 and id = $2 returning ${columns}`,
);

/** Removes what belongs to a deleted user. */
export const removeIdentities = statement.run<[userId: string]>(
  'delete from backoffice.identities where user_id = $1',
);

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
export const listIdentitiesOfSession = statement.rows<
  Pick<Identity, 'id' | 'userId'>,
  [issuer: string, session: string]
>(
  `select distinct i.id, i.user_id as "userId"
   from backoffice.identities i join backoffice.sessions s on s.identity_id = i.id
   where i.issuer = $1 and s.provider_session = $2 and s.ended_at is null`,
);

/** The issuer at which the user of a session has signed in, if it was opened that way. */
export const findIssuer = statement.value<string | undefined, [sessionId: string]>(
  `select i.issuer from backoffice.sessions s join backoffice.identities i on i.id = s.identity_id
   where s.id = $1`,
);

/** Removes the challenges that would continue a sign-in of an identity. */
export const endChallenges = statement.run<[identityId: string]>(
  `delete from backoffice.tokens where kind = 'factor' and detail -> 'identity' ->> 'id' = $1`,
);
