import type { Profile } from '../../../contract/accounts.ts';
import type { QueryRunner } from '../../store.ts';

/** What a user likes; null: what everybody has. */
type Preferences = Pick<Profile, 'language' | 'theme'>;

const none: Preferences = { language: null, theme: null };

export async function findPreferences(sql: QueryRunner, userId: string): Promise<Preferences> {
  const { rows } = await sql.query<Preferences>(
    'select language, theme from backoffice.preferences where user_id = $1',
    [userId],
  );
  return rows[0] ?? none;
}

/** What is left out stays as it is. */
export async function setPreferences(
  sql: QueryRunner,
  userId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  const { language, theme } = changes;
  if (language === undefined && theme === undefined) return;
  await sql.query(
    `insert into backoffice.preferences as p (user_id, language, theme) values ($1, $2, $4)
     on conflict (user_id) do update set
       language = case when $3 then excluded.language else p.language end,
       theme = case when $5 then excluded.theme else p.theme end`,
    [userId, language ?? null, language !== undefined, theme ?? null, theme !== undefined],
  );
}
