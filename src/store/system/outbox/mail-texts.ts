import { statement } from '../../connection/statement.ts';

/** The words of the installation for one kind of mail in one language. */
export type StoredMailText = { subject: string; text: string; updatedAt: string };

const columns = 'subject, text, updated_at as "updatedAt"';

export const findMailText = statement.first<StoredMailText, [kind: string, language: string]>(
  `select ${columns} from backoffice.mail_texts where kind = $1 and language = $2`,
);

export const listMailTexts = statement.rows<StoredMailText & { kind: string; language: string }>(
  `select kind, language, ${columns} from backoffice.mail_texts`,
);

export const saveMailText = statement.run<
  [mail: { kind: string; language: string }, words: Pick<StoredMailText, 'subject' | 'text'>]
>(
  `insert into backoffice.mail_texts (kind, language, subject, text) values ($1, $2, $3, $4)
   on conflict (kind, language) do update set subject = excluded.subject, text = excluded.text, updated_at = now()`,
  ({ kind, language }, { subject, text }) => [kind, language, subject, text],
);

/** Back to the standard words; false where there were no others. */
export const removeMailText = statement.some<[kind: string, language: string]>(
  'delete from backoffice.mail_texts where kind = $1 and language = $2 returning 1',
);
