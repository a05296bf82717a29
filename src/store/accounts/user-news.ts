import { isSameJson } from '../../descriptor/json-object.ts';
import { noteAudit, type AuditAction } from '../audit/note-audit.ts';
import { putMail } from '../outbox/put-mail.ts';
import type { Actor, QueryRunner, StoredRecord } from '../store.ts';
import { USERS } from './account.ts';
import { languageOf } from './language-of.ts';

/** A write to one user, whichever way it came. */
export type UserChange = {
  id: string;
  before: StoredRecord | undefined;
  after: StoredRecord | undefined;
  by: Actor;
  /** Of the installation, for who has chosen none. */
  language: string;
};

/**
 * Tells a user who is confirmed, and notes in the audit what happened to the account: in the
 * transaction of the write, so that neither can be forgotten nor told of what did not happen.
 */
export async function tellUserNews(sql: QueryRunner, change: UserChange): Promise<void> {
  const { before, after, by } = change;
  for (const [action, detail] of newsOf(before, after))
    if (!(by.partOf && action === 'userDeleted')) await note(sql, change, action, detail);
  if (before?.['status'] === 'pending' && after?.['status'] === 'confirmed')
    await tellApproved(sql, change, after);
}

type News = [AuditAction, Readonly<Record<string, unknown>>];

function newsOf(before: StoredRecord | undefined, after: StoredRecord | undefined): News[] {
  if (!before) return [];
  if (!after) {
    const { name, email, role, status } = before;
    return [['userDeleted', { name, email, role, status }]];
  }
  const news: News[] = [];
  const from = before['status'];
  const to = after['status'];
  const role = after['role'];
  if (from !== to) news.push([statusNews(from, to), { from, to, role }]);
  if (before['role'] !== role && !(from === 'pending' && to === 'confirmed'))
    news.push(['roleChanged', { from: before['role'], to: role }]);
  const changed = Object.keys(after).filter(
    (name) => !unnoted.has(name) && !isSameJson(before[name], after[name]),
  );
  // What it says now is in the history, as of any record.
  if (changed.length > 0) news.push(['profileChanged', { fields: changed }]);
  return news;
}

const unnoted = new Set(['_version', 'updatedAt', 'updatedBy', 'role', 'status', 'lastLoginAt']);

function statusNews(from: unknown, to: unknown): AuditAction {
  if (to === 'invited') return 'invited';
  if (to !== 'confirmed') return 'disabled';
  return from === 'disabled' ? 'enabled' : 'approved';
}

async function note(
  sql: QueryRunner,
  { id, by }: UserChange,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
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

async function tellApproved(
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
