import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction } from '../../../contract/admin.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { noteAudit, type AuditDetail } from '../audit/note-audit.ts';
import type { Actor, QueryRunner, StoredRecord } from '../../store.ts';
import { USERS } from '../account.ts';
import { putMail, type MailData } from '../outbox/put-mail.ts';
import { languageOf } from './preferences.ts';
import { keepToken } from './tokens.ts';

/** A write to one user, whichever way it came. */
type UserChange = {
  id: string;
  before: StoredRecord | undefined;
  after: StoredRecord | undefined;
  by: Actor;
  /** Of the installation, for who has chosen none. */
  language: string;
};

/**
 * Mails a user, and notes in the audit, what happened to the account: in the
 * transaction of the write, so that neither can be forgotten nor told of what did not happen.
 */
export async function tellUserNews(sql: QueryRunner, change: UserChange): Promise<void> {
  const { id, before, after, by } = change;
  for (const [action, detail] of newsOf(before, after, by.userId === id))
    if (!(by.partOf && isNotedByWhole.has(action))) await note(sql, change, action, detail);
  await mailUserNews(sql, change);
}

/** What is noted with more to say by what the write is a part of. */
const isNotedByWhole: ReadonlySet<AuditAction> = new Set(['userDeleted', 'invited']);

type News = [AuditAction, AuditDetail];

function newsOf(
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
  byThemselves: boolean,
): News[] {
  if (!before) return [];
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
  // What it says now is in the history, as of any record.
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

async function note(
  sql: QueryRunner,
  { id, by }: UserChange,
  action: AuditAction,
  detail: AuditDetail,
): Promise<void> {
  const { userId: actor, sessionId: session, address, requestId } = by;
  await noteAudit(sql, {
    action,
    actor,
    session,
    address,
    requestId,
    resource: USERS,
    record: id,
    detail,
  });
}

/** Mails users what others did to their account; what they did themselves they know. */
async function mailUserNews(sql: QueryRunner, change: UserChange): Promise<void> {
  const { before, after, by, id } = change;
  if (!after || by.partOf || by.userId === id) return;
  // What a command or the first start does is told by whoever runs it.
  if (!before) return by.userId === null ? undefined : await mailFirstLink(sql, change, after);
  const [from, to] = [before['status'], after['status']];
  if (from === 'pending' && to === 'confirmed') return await mailApproved(sql, change, after);
  const news = mailedNewsOf(before, after);
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

function mailedNewsOf(before: StoredRecord, after: StoredRecord): MailData['accountChanged'][] {
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
