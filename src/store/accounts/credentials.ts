import type { QueryRunner } from '../store.ts';
import { endSessionsOf } from './sessions.ts';

/** Keeps the hash of a user's password; every session that was opened with another one ends. */
export async function setPassword(sql: QueryRunner, userId: string, hash: string): Promise<void> {
  await sql.query(
    `insert into backoffice.credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [userId, hash],
  );
  await endSessionsOf(sql, userId, 'password');
}

/** Replaces the hash of the same password by one with today's parameters; sessions stay. */
export async function renewHash(
  sql: QueryRunner,
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  await sql.query(
    'update backoffice.credentials set password_hash = $3 where user_id = $1 and password_hash = $2',
    [userId, from, to],
  );
}

export async function removeCredentials(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query('delete from backoffice.credentials where user_id = $1', [userId]);
}
