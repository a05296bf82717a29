import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction } from '../../../contract/admin.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { writeAudit, type AuditDetail } from '../audit/write-audit.ts';
import type { Actor, QueryRunner, StoredRecord } from '../../store.ts';
import { USERS } from '../account.ts';
import { queueMail, type MailData, type MailTo } from '../outbox/queue-mail.ts';
import { languageOf } from './preferences.ts';
import { saveToken } from './tokens.ts';

/** A write to one user, from any source. */
type UserChange = {
  id: string;
  before: StoredRecord | undefined;
  after: StoredRecord | undefined;
  by: Actor;
  /** The installation's language, for users who have chosen none. */
  language: string;
};

/**
 * Mails a user, and adds to the audit, what happened to the account. Both happen in the transaction of the write, so
 * that neither is forgotten nor reports what did not happen.
 */
export async function auditUserChange(sql: QueryRunner, change: UserChange): Promise<void> {
  const { id, before, after, by } = change;
  if (by.partOf === 'anonymisation') return;
  const news = before ? newsOf(before, after, by.userId === id) : firstNewsOf(after, by);
  for (const [action, detail] of news)
    if (!(by.partOf && isNotedByWhole.has(action)))
      await writeAudit(sql, {
        action,
        actor: by.userId,
        session: by.sessionId,
        address: by.address,
        requestId: by.requestId,
        resource: USERS,
        record: id,
        detail,
      });
  await mailUserNews(sql, change);
}

/** Actions that the larger operation records with more detail. */
const isNotedByWhole: ReadonlySet<AuditAction> = new Set(['userDeleted', 'invited']);

type News = [AuditAction, AuditDetail];

/** A user who comes back from the trash. */
function firstNewsOf(after: StoredRecord | undefined, { way }: Actor): News[] {
  if (!after || (way !== 'restore' && way !== 'undo')) return [];
  const { name, email, role, status } = after;
  return [['userRestored', { name, email, role, status }]];
}

function newsOf(
  before: StoredRecord,
  after: StoredRecord | undefined,
  byThemselves: boolean,
): News[] {
  if (!after) {
    const { name, email, role, status } = before;
    return [['userDeleted', { name, email, role, status }]];
  }
  const news: News[] = [];
  const from = before['status'];
  const to = after['status'];
  const role = after['role'];
  if (from !== to) news.push([statusNews(from, to, byThemselves), { from, to, role }]);
  if (before['role'] !== role && !(from === 'pending' && to === 'confirmed'))
    news.push(['roleChanged', { from: before['role'], to: role }]);
  const changed = Object.keys(after).filter(
    (name) => !unnoted.has(name) && !isSameJson(before[name], after[name]),
  );
  // The new values are in the history, as for any record.
  if (changed.length > 0) news.push(['profileChanged', { fields: changed }]);
  return news;
}

const unnoted = new Set([
  '_version',
  'updatedAt',
  'updatedBy',
  'role',
  'status',
  'lastLoginAt',
  'emailProven',
]);

function statusNews(from: unknown, to: unknown, byThemselves: boolean): AuditAction {
  if (to === 'invited') return 'invited';
  if (to !== 'confirmed') return 'disabled';
  if (from === 'invited' && byThemselves) return 'invitationAccepted';
  return from === 'disabled' ? 'enabled' : 'approved';
}

/** Mails users what others did to their account; they know what they did themselves. */
async function mailUserNews(sql: QueryRunner, change: UserChange): Promise<void> {
  const { before, after, by, id } = change;
  if (!after || by.partOf || by.userId === id) return;
  // The person who runs a command or the first start tells the user.
  if (!before && by.userId === null) return;
  const name = String(after['name']);
  const to = { address: String(after['email']), name };
  const language = await languageOf(sql, id, change.language);
  if (!before) return await mailFirstLink(sql, { id, by, after, to, language });
  const role = String(after['role']);
  if (before['status'] === 'pending' && after['status'] === 'confirmed') {
    const dedupeKey = `approved/${id}/${after._version}`;
    return await queueMail(sql, { kind: 'approved', to, language, data: { role }, dedupeKey });
  }
  for (const [index, data] of mailedNewsOf(before, after).entries()) {
    const addresses = new Set([to.address, ...(data.what === 'email' ? [before['email']] : [])]);
    for (const [at, address] of [...addresses].entries())
      await queueMail(sql, {
        kind: 'accountChanged',
        to: { address: String(address), name },
        language,
        data,
        dedupeKey: `accountChanged/${id}/${after._version}/${index}.${at}`,
      });
  }
}

function mailedNewsOf(before: StoredRecord, after: StoredRecord): MailData['accountChanged'][] {
  const [from, to] = [before['status'], after['status']];
  // Users who have not signed in yet learn it from their invitation, or when they are approved.
  if (from !== 'confirmed' && from !== 'disabled') return [];
  const changed = (name: string) => before[name] !== after[name];
  return [
    ...(changed('email') ? [{ what: 'email', to: String(after['email']) } as const] : []),
    ...(changed('role') ? [{ what: 'role', to: String(after['role']) } as const] : []),
    ...(from !== to && to === 'disabled' ? [{ what: 'disabled', to: null } as const] : []),
    ...(from === 'disabled' && to === 'confirmed' ? [{ what: 'enabled', to: null } as const] : []),
  ];
}

/** A user created as confirmed has no password yet; as with an invitation, they choose one through a link. */
async function mailFirstLink(
  sql: QueryRunner,
  { id, by, after, to, language }: Omit<UserChange, 'before'> & { after: StoredRecord; to: MailTo },
): Promise<void> {
  if (after['status'] !== 'confirmed') return;
  const token = randomBytes(32).toString('base64url');
  const invitedBy = await sql.value<string | undefined>(
    'select "name" from "users" where _id = $1',
    [by.userId],
  );
  await queueMail(sql, {
    kind: 'invitation',
    to,
    language,
    data: { userId: id, invitedBy: invitedBy ?? null },
    token,
    goodUntil: await saveToken(sql, id, 'invitation', createHash('sha256').update(token).digest()),
  });
}
