import type { Profile } from '../../../contract/people/accounts.ts';
import { type InboxKind, type MailTime, usualMailTimes } from '../../../contract/people/threads.ts';
import type { QueryRunner } from '../../store.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { sqlTypes } from '../../sql-types.ts';
import { accountColumns } from '../account.ts';
import { statement } from '../../connection/statement.ts';

/** The preferences of a user; null means the installation's default. */
type Preferences = Pick<Profile, 'language' | 'theme'> & {
  inboxMails: Readonly<Partial<Record<InboxKind, MailTime>>>;
};

/** Values that are left out stay as they are. */
export async function setPreferences(
  sql: QueryRunner,
  userId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  const { language, theme, inboxMails } = changes;
  if (language === undefined && theme === undefined && inboxMails === undefined) return;
  await sql.query(
    `insert into backoffice.preferences as p (user_id, language, theme, inbox_mails) values ($1, $2, $4, $6)
     on conflict (user_id) do update set
       language = case when $3 then excluded.language else p.language end,
       theme = case when $5 then excluded.theme else p.theme end,
       inbox_mails = p.inbox_mails || excluded.inbox_mails`,
    [
      userId,
      language ?? null,
      language !== undefined,
      theme ?? null,
      theme !== undefined,
      JSON.stringify(inboxMails ?? {}),
    ],
  );
}

/** The language in which to write to a user. */
export async function languageOf(sql: QueryRunner, userId: string, otherwise: string) {
  const find = 'select language from backoffice.preferences where user_id = $1';
  return (await sql.value<string | null | undefined>(find, [userId])) ?? otherwise;
}

/** The fields of their own record that all users may change, where the installation has them. */
export const profileFields = ['name', 'organisation', 'orcid'] as const;

/** The ORCID iD of a user; only for installations whose users have this field. */
export const orcidOf = statement.value<string | null, [userId: string]>(
  'select "orcid" from "users" where _id = $1',
);

export async function findProfile(sql: QueryRunner, users: Resource, userId: string) {
  const orcid = users.fields.has('orcid') ? 'u."orcid",' : '';
  type Stored = Omit<Profile, 'mailTrouble'> & { undelivered: boolean | null };
  const stored = await sql.first<Stored>(
    `select ${accountColumns(users)}, ${orcid} p.language, p.theme, coalesce(p.inbox_mails, '{}') as "inboxMails",
       (select o.state = 'parked' from backoffice.outbox o where o.to_address = u."email" and o.ended_at is not null
        order by o.ended_at desc limit 1) as undelivered,
       ${sqlTypes.timestamptz.toJson('c.expires_at')} as "passwordExpiresAt"
     from "users" u left join backoffice.preferences p on p.user_id = u._id
       left join backoffice.credentials c on c.user_id = u._id
     where u._id = $1`,
    [userId],
  );
  return stored && { ...stored, inboxMails: { ...usualMailTimes, ...stored.inboxMails } };
}
