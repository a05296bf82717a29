import { statement } from '../../connection/statement.ts';

/** Settings are small and few: they are for screen preferences, not for data. */
export const MAX_SETTINGS = 100;

/** The JSON text under a key; undefined when there is none. */
export const readSetting = statement.value<string | undefined, [userId: string, key: string]>(
  'select value from backoffice.user_settings where user_id = $1 and key = $2',
);

export const readSettings = statement.rows<{ key: string; value: string }, [userId: string]>(
  'select key, value from backoffice.user_settings where user_id = $1 order by key collate "C"',
);

/** Stores a JSON text; false when the user already has the most keys allowed. */
export const writeSetting = statement.some<[userId: string, key: string, value: string]>(
  `insert into backoffice.user_settings as s (user_id, key, value)
   select $1, $2, $3 where (
     select count(*) from backoffice.user_settings where user_id = $1 and key <> $2) < $4::int
   on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`,
  (userId, key, value) => [userId, key, value, MAX_SETTINGS],
);

export const removeSetting = statement.run<[userId: string, key: string]>(
  'delete from backoffice.user_settings where user_id = $1 and key = $2',
);
