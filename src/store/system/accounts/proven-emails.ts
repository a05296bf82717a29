import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';

/** The field that shows it, where the descriptor declares one. */
const FIELD = 'emailProven';

/**
 * Somebody has used a link that was mailed to the address of the user: it is theirs. Kept with the address, so that
 * another one is not proven by it; and shown in a field of the user, as no change of the record.
 */
export async function proveEmail(
  sql: QueryRunner,
  users: Resource,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into backoffice.proven_emails (user_id, email)
     select _id, "email" from "users" where _id = $1
     on conflict (user_id) do update set email = excluded.email, at = now()
     where backoffice.proven_emails.email <> excluded.email`,
    [userId],
  );
  if (users.fields.has(FIELD))
    await sql.query(`update "users" set "${FIELD}" = true where _id = $1`, [userId]);
  return rowCount === 1;
}

/** The user has another address, or is no more. */
export async function forgetProof(
  sql: QueryRunner,
  users: Resource | undefined,
  userId: string,
): Promise<void> {
  await sql.query('delete from backoffice.proven_emails where user_id = $1', [userId]);
  if (users?.fields.has(FIELD))
    await sql.query(`update "users" set "${FIELD}" = false where _id = $1`, [userId]);
}
