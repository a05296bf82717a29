import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { findAccount, USERS, usersResource } from '../../store/system/account.ts';
import { spendAttempt } from '../../store/system/accounts/attempts.ts';
import { listAdmins, listRecentlyMailed } from '../../store/system/accounts/registrations.ts';
import { saveToken } from '../../store/system/accounts/tokens.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { addEntries } from '../../store/system/threads/inbox.ts';
import { announceInbox } from '../../store/system/threads/threads.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../services/mail-to.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner, StoredRecord } from '../../store/store.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { createSecret } from './secrets.ts';
import { accountKey, counterOf, limits } from './limits.ts';

/** Mails the link that confirms the address. */
export async function mailEmailConfirmation(
  sql: QueryRunner,
  { descriptor }: Call,
  { _id, email, name }: StoredRecord,
  language: string | undefined,
): Promise<void> {
  const { text: token, hash } = createSecret(32);
  await queueMail(sql, {
    kind: 'proveEmail',
    to: { address: String(email), name: String(name) },
    language: language ?? descriptor.app.languages[0] ?? 'en',
    data: { userId: _id },
    token,
    goodUntil: await saveToken(sql, _id, 'email', hash),
  });
}

/**
 * Tells all admins that a registration waits, in their inboxes and by mail. Of many within an hour, `mailDigests` mails a
 * summary.
 */
export async function mailAdmins(
  sql: QueryRunner,
  { descriptor }: Call,
  user: StoredRecord,
): Promise<void> {
  const { _id, name, email, organisation } = user;
  const [otherwise = 'en'] = descriptor.app.languages;
  const toldEnough = await listRecentlyMailed(sql);
  const admins = await listAdmins(sql, adminRoles(descriptor), otherwise);
  const entry = { kind: 'approval', resource: USERS, record: _id, by: _id } as const;
  await addEntries(
    sql,
    admins.map((admin) => ({ id: newId(), person: admin._id, ...entry })),
  );
  await announceInbox(
    sql,
    admins.map((admin) => admin._id),
  );
  for (const admin of admins) {
    if (toldEnough.has(admin.to.address)) continue;
    await queueMail(sql, {
      kind: 'registrationReceived',
      to: admin.to,
      language: admin.language,
      data: {
        name: String(name),
        email: String(email),
        organisation: typeof organisation === 'string' ? organisation : null,
      },
      dedupeKey: `registrationReceived/${_id}/${admin._id}`,
    });
  }
}

/** Tells the owner of an address that someone tried to register with it, but only as often as its limit allows. */
export async function mailOwner(call: Call, email: string): Promise<void> {
  const { services, descriptor } = call;
  const { database } = services;
  const existing = await findAccount(database, usersResource(descriptor.resources), email);
  if (!existing) return;
  const { _id, status } = existing.account;
  const of = { resource: USERS, record: _id, detail: { alreadyKnown: true } };
  await writeAudit(database, { action: 'registered', ...auditActorOf(call), ...of });
  const { key } = counterOf('registerAccount', accountKey(email));
  if ((await spendAttempt(database, key, limits.registerAccount)).wait > 0) return;
  const to = await mailTo(database, call, existing.account);
  await queueMail(database, { kind: 'alreadyRegistered', ...to, data: { status } });
}
