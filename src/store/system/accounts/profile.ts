import type { Profile } from '../../../contract/accounts.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns } from '../account.ts';

/** The fields of their own record that every user may change, where the installation has them. */
export const profileFields = ['name', 'organisation', 'orcid'] as const;

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
