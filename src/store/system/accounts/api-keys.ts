import type { ApiKey } from '../../../contract/people/keys.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Grants } from '../../../descriptor/permissions/narrow.ts';
import { accountColumns, isServiceSql, type Account } from '../account.ts';
import type { QueryRunner } from '../../store.ts';
import { announceAccount } from './sessions.ts';
import { statement } from '../../connection/statement.ts';

/** More would hide the ones that nobody needs. */
export const MOST_KEYS = 50;

/** An API key, as it is checked at each use. */
export type OpenKey = {
  id: string;
  name: string;
  grants: Grants;
  addresses: readonly string[];
  rate: number;
  /** Milliseconds since 1970; null: never. */
  expiresAt: number | null;
  isRevoked: boolean;
};

/** The keys with these hashes (hex) and their owners, as they are now; also those that have ended. */
export async function findKeys(sql: QueryRunner, users: Resource, hashes: readonly string[]) {
  const rows = await sql.rows<Account & { hash: string; key: OpenKey }>(
    `select ${accountColumns(users)}, encode(k.hash, 'hex') as hash,
       json_build_object('id', k.id, 'name', k.name, 'grants', k.collections, 'addresses', k.addresses,
         'rate', k.rate, 'expiresAt', floor(extract(epoch from k.expires_at) * 1000),
         'isRevoked', k.revoked_at is not null) as key
     from backoffice.api_keys k join "users" u on u._id = k.user_id
     where k.hash = any(select decode(h, 'hex') from unnest($1::text[]) h)`,
    [hashes],
  );
  return new Map(rows.map(({ hash, key, ...user }) => [hash, { key, user }] as const));
}

/** Whether a key still works and its owner still has the role; work in the background asks. */
export const isKeyOpen = statement.some<[id: string]>(
  `select 1 from backoffice.api_keys
   where id = $1 and revoked_at is null and coalesce(expires_at > now(), true)`,
);

export type KeySettings = {
  name: string;
  collections: Grants;
  addresses: readonly string[];
  rate: number;
  expiresAt: string | null;
};

type NewKey = KeySettings & {
  id: string;
  userId: string;
  hash: Buffer;
  prefix: string;
  createdBy: string;
};

/** False when the owner has the most that one may have. */
export async function insertKey(sql: QueryRunner, key: NewKey): Promise<boolean> {
  // Two calls at once count one after the other.
  await sql.query(`select pg_advisory_xact_lock(hashtext('backoffice.api_keys ' || $1))`, [
    key.userId,
  ]);
  return await sql.some(
    `insert into backoffice.api_keys
       (id, user_id, hash, prefix, created_by, name, collections, addresses, rate, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
     where (select count(*) from backoffice.api_keys where user_id = $2 and revoked_at is null
       and coalesce(expires_at > now(), true)) < ${MOST_KEYS} returning 1`,
    [key.id, key.userId, key.hash, key.prefix, key.createdBy, ...settingsOf(key)],
  );
}

function settingsOf({ name, collections, addresses, rate, expiresAt }: KeySettings) {
  return [name, JSON.stringify(collections), addresses, rate, expiresAt];
}

/** Changes a key that has not been revoked; all servers follow at once. */
export async function changeKey(
  sql: QueryRunner,
  id: string,
  userId: string,
  settings: KeySettings,
): Promise<void> {
  await sql.query(
    `update backoffice.api_keys set name = $2, collections = $3, addresses = $4, rate = $5, expires_at = $6
     where id = $1 and revoked_at is null`,
    [id, ...settingsOf(settings)],
  );
  await announceAccount(sql, userId);
}

/** Ends a key on all servers; false when it has been revoked already. */
export async function revokeKey(sql: QueryRunner, id: string, userId: string): Promise<boolean> {
  const isDone = await sql.some(
    'update backoffice.api_keys set revoked_at = now() where id = $1 and revoked_at is null returning 1',
    [id],
  );
  await announceAccount(sql, userId);
  return isDone;
}

/** Ends the keys of a user who is deleted; they do not come back with the user. */
export const revokeKeysOf = statement.run<[userId: string]>(
  'update backoffice.api_keys set revoked_at = now() where user_id = $1 and revoked_at is null',
);

/** Deletes the keys of a user who is anonymised: their names and addresses are about the person. */
export const removeKeysOf = statement.run<[userId: string]>(
  `with gone as (delete from backoffice.api_keys where user_id = $1 returning id)
   delete from backoffice.key_uses where key_id in (select id from gone)`,
);

/**
 * The keys of a user, or one of them, or those of all users; those that work come first, then the newest. Those that
 * ended long ago are not listed, but stay for the history, which names them.
 */
export async function listKeys(
  sql: QueryRunner,
  users: Resource,
  { userId, id }: { userId?: string | undefined; id?: string | undefined },
): Promise<ApiKey[]> {
  return await sql.rows<ApiKey>(
    `select k.id, json_build_object('_id', u._id, 'name', u."name", 'role', u."role",
         'isService', ${isServiceSql(users)}) as owner,
       k.name, k.prefix, k.collections, k.addresses, k.rate, k.created_at as "createdAt",
       k.created_by as "createdBy", k.expires_at as "expiresAt", k.used_at as "usedAt",
       k.used_from as "usedFrom", case when k.revoked_at is not null then 'revoked'
         when k.expires_at <= now() then 'expired' else 'active' end as state
     from backoffice.api_keys k join "users" u on u._id = k.user_id
     where ($1::text is null or k.user_id = $1) and ($2::text is null or k.id = $2)
       and coalesce(least(k.revoked_at, k.expires_at) > now() - interval '90 days', true)
     order by k.revoked_at is not null, coalesce(k.expires_at <= now(), false), k.created_at desc, k.id
     limit 1000`,
    [userId ?? null, id ?? null],
  );
}

/** A counted request of a key: how many it may still send in this minute, and the seconds until the next one begins. */
export type KeyUse = { isOver: boolean; left: number; reset: number; isFirstOfMinute: boolean };

/** Counts requests of a key in this minute, on the clock that all servers share. */
export async function countUse(
  sql: QueryRunner,
  id: string,
  rate: number,
  requests: number,
): Promise<KeyUse> {
  const row = await sql.first<{ count: number; reset: number }>(
    `insert into backoffice.key_uses as k (key_id, minute, count) values ($1, date_trunc('minute', now()), $3::int)
     on conflict (key_id) do update set minute = excluded.minute,
       count = case when k.minute = excluded.minute then least(k.count, $2::int) + $3::int else $3::int end
     returning count, 60 - floor(extract(second from now()))::int as reset`,
    [id, rate, requests],
  );
  const { count = 1, reset = 60 } = row ?? {};
  const left = Math.max(0, rate - count);
  return { isOver: count > rate, left, reset, isFirstOfMinute: count === requests };
}

/** Writes the last use of a key; true for the first one of a day (UTC). */
export async function saveUse(sql: QueryRunner, id: string, address: string): Promise<boolean> {
  return (
    (await sql.value<boolean | undefined>(
      `update backoffice.api_keys k set used_at = now(), used_from = $2
       from (select id, used_at from backoffice.api_keys where id = $1 for update) before
       where k.id = before.id
       returning coalesce((before.used_at at time zone 'UTC')::date < (now() at time zone 'UTC')::date, true)`,
      [id, address],
    )) ?? false
  );
}
