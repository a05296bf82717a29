import type { AuditAction } from '../../../contract/oversight.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { noteAudit, type AuditDetail } from '../audit/note-audit.ts';
import type { Actor, QueryRunner, StoredRecord } from '../../store.ts';
import { USERS } from '../account.ts';
import { mailUserNews } from './user-mails.ts';

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
