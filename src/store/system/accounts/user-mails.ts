import { createHash, randomBytes } from 'node:crypto';
import type { MailData } from '../outbox/mail-kinds.ts';
import { putMail } from '../outbox/put-mail.ts';
import type { QueryRunner, StoredRecord } from '../../store.ts';
import { languageOf } from './language-of.ts';
import { keepToken } from './tokens.ts';
import type { UserChange } from './user-news.ts';

/** Mails users what others did to their account; what they did themselves they know. */
export async function mailUserNews(sql: QueryRunner, change: UserChange): Promise<void> {
  const { before, after, by, id } = change;
  if (!after || by.partOf || by.userId === id) return;
  // What a command or the first start does is told by whoever runs it.
  if (!before) return by.userId === null ? undefined : await mailFirstLink(sql, change, after);
  const [from, to] = [before['status'], after['status']];
  if (from === 'pending' && to === 'confirmed') return await mailApproved(sql, change, after);
  const news = newsOf(before, after);
  for (const [index, data] of news.entries()) {
    const addresses = new Set([
      after['email'],
      ...(data.what === 'email' ? [before['email']] : []),
    ]);
    for (const [at, address] of [...addresses].entries())
      await putMail(sql, {
        kind: 'accountChanged',
        to: { address: String(address), name: String(after['name']) },
        language: await languageOf(sql, id, change.language),
        data,
        dedupeKey: `accountChanged/${id}/${after._version}/${index}.${at}`,
      });
  }
}

function newsOf(before: StoredRecord, after: StoredRecord): MailData['accountChanged'][] {
  const [from, to] = [before['status'], after['status']];
  // Who has not come yet is told by their invitation, or when they are let in.
  if (from !== 'confirmed' && from !== 'disabled') return [];
  const changed = (name: string) => before[name] !== after[name];
  return [
    ...(changed('email') ? [{ what: 'email', to: String(after['email']) } as const] : []),
    ...(changed('role') ? [{ what: 'role', to: String(after['role']) } as const] : []),
    ...(from !== to && to === 'disabled' ? [{ what: 'disabled', to: null } as const] : []),
    ...(from === 'disabled' && to === 'confirmed' ? [{ what: 'enabled', to: null } as const] : []),
  ];
}

async function mailApproved(
  sql: QueryRunner,
  { id, language }: UserChange,
  after: StoredRecord,
): Promise<void> {
  await putMail(sql, {
    kind: 'approved',
    to: { address: String(after['email']), name: String(after['name']) },
    language: await languageOf(sql, id, language),
    data: { role: String(after['role']) },
    dedupeKey: `approved/${id}/${after._version}`,
  });
}

/** Who is made confirmed has no password yet: as with an invitation, they choose it by a link. */
async function mailFirstLink(
  sql: QueryRunner,
  { id, by, language }: UserChange,
  after: StoredRecord,
): Promise<void> {
  if (after['status'] !== 'confirmed') return;
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql.query<{ name: string }>('select "name" from "users" where _id = $1', [
    by.userId,
  ]);
  await putMail(sql, {
    kind: 'invitation',
    to: { address: String(after['email']), name: String(after['name']) },
    language: await languageOf(sql, id, language),
    data: { userId: id, invitedBy: rows[0]?.name ?? null },
    token,
    goodUntil: await keepToken(sql, id, 'invitation', createHash('sha256').update(token).digest()),
  });
}
