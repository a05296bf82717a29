import type { QueryRunner } from '../../store.ts';

/** Settings are small and few: they are for screen preferences, not for data. */
export const MAX_SETTINGS = 100;

/** The JSON text under a key; undefined when there is none. */
export async function readSetting(sql: QueryRunner, userId: string, key: string) {
  return await sql.value<string | undefined>(
    'select value from backoffice.user_settings where user_id = $1 and key = $2',
    [userId, key],
  );
}

export async function readSettings(sql: QueryRunner, userId: string) {
  return await sql.rows<{ key: string; value: string }>(
    'select key, value from backoffice.user_settings where user_id = $1 order by key collate "C"',
    [userId],
  );
}

/** Stores a JSON text; false when the user already has the most keys allowed. */
export async function writeSetting(sql: QueryRunner, userId: string, key: string, value: string) {
  return await sql.some(
    `insert into backoffice.user_settings as s (user_id, key, value)
     select $1, $2, $3 where (
       select count(*) from backoffice.user_settings where user_id = $1 and key <> $2) < $4::int
     on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`,
    [userId, key, value, MAX_SETTINGS],
  );
}

export async function removeSetting(sql: QueryRunner, userId: string, key: string): Promise<void> {
  await sql.query('delete from backoffice.user_settings where user_id = $1 and key = $2', [
    userId,
    key,
  ]);
}
