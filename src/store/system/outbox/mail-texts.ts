import type { QueryRunner } from '../../store.ts';

/** The words of the installation for one kind of mail in one language. */
export type StoredMailText = { subject: string; text: string; updatedAt: string };

const columns = 'subject, text, updated_at as "updatedAt"';

export async function findMailText(
  sql: QueryRunner,
  kind: string,
  language: string,
): Promise<StoredMailText | undefined> {
  return await sql.first<StoredMailText>(
    `select ${columns} from backoffice.mail_texts where kind = $1 and language = $2`,
    [kind, language],
  );
}

export async function listMailTexts(sql: QueryRunner) {
  return await sql.rows<StoredMailText & { kind: string; language: string }>(
    `select kind, language, ${columns} from backoffice.mail_texts`,
  );
}

export async function saveMailText(
  sql: QueryRunner,
  { kind, language }: { kind: string; language: string },
  { subject, text }: Pick<StoredMailText, 'subject' | 'text'>,
): Promise<void> {
  await sql.query(
    `insert into backoffice.mail_texts (kind, language, subject, text) values ($1, $2, $3, $4)
     on conflict (kind, language) do update set subject = excluded.subject, text = excluded.text, updated_at = now()`,
    [kind, language, subject, text],
  );
}

/** Back to the standard words; false where there were no others. */
export async function removeMailText(
  sql: QueryRunner,
  kind: string,
  language: string,
): Promise<boolean> {
  return await sql.some(
    'delete from backoffice.mail_texts where kind = $1 and language = $2 returning 1',
    [kind, language],
  );
}
