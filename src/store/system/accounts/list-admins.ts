import type { MailTo } from '../outbox/mail-kinds.ts';
import type { QueryRunner } from '../../store.ts';

type AdminToTell = { _id: string; to: MailTo; language: string };

/** Everybody of these roles who can act on what they are told, and the language each is written to in. */
export async function listAdmins(
  sql: QueryRunner,
  roles: readonly string[],
  otherwise: string,
): Promise<AdminToTell[]> {
  const { rows } = await sql.query<{ _id: string; name: string; email: string; language: string }>(
    `select u._id, u."name" as name, u."email" as email, coalesce(p.language, $2) as language
     from "users" u left join backoffice.preferences p on p.user_id = u._id
     where u."role" = any($1) and u."status" = 'confirmed' order by u._id`,
    [roles, otherwise],
  );
  return rows.map(({ _id, name, email, language }) => ({
    _id,
    to: { address: email, name },
    language,
  }));
}
