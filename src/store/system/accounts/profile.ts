import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns, type Account } from '../account.ts';
import type { Preferences } from './preferences.ts';

/** The fields of their own record that every user may change, where the installation has them. */
export const profileFields = ['name', 'organisation', 'orcid'] as const;

/** A user as they see themselves. */
export type Profile = Account & Preferences & { orcid?: string | null };

export async function findProfile(
  sql: QueryRunner,
  users: Resource,
  userId: string,
): Promise<Profile | undefined> {
  const orcid = users.fields.has('orcid') ? 'u."orcid",' : '';
  const { rows } = await sql.query<Profile>(
    `select ${accountColumns(users)}, ${orcid} p.language, p.theme
     from "users" u left join backoffice.preferences p on p.user_id = u._id where u._id = $1`,
    [userId],
  );
  return rows[0];
}
