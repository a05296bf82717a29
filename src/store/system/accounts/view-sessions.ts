import { mayAdminister } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import { type Account, accountColumns } from '../account.ts';

/** Whose view it is, and their own session, with which it ends. */
export type View = { viewer: Account; sessionId: string };

/** As whom: a person as they are now, or the viewer with another role. */
export type Seen = {
  sessionId: string;
  isOpen: boolean;
  role: string | null;
  user: Account | null;
};

/** As whom a view session `v` sees the app, in SQL; null for other sessions. */
export function seenColumns(users: Resource): string {
  return `case when v.id is not null then json_build_object('sessionId', v.session_id,
    'isOpen', v.ended_at is null and v.expires_at > now(), 'role', v.role,
    'user', (select row_to_json(seen) from (
      select ${accountColumns(users)} from "users" u where u._id = v.user_id) seen)) end`;
}

/**
 * Who acts in a view session; undefined if it is over: it has expired, its viewer may no longer do everything, the
 * person can no longer sign in, or the role is gone.
 */
export function seenThrough(
  descriptor: Descriptor,
  viewer: Account,
  { sessionId, isOpen, role, user }: Seen,
): { user: Account; view: View } | undefined {
  const seen = role === null ? user : { ...viewer, role };
  const isOver = !isOpen || seen?.status !== 'confirmed' || !descriptor.roles.has(seen.role);
  if (isOver || !mayAdminister(descriptor, viewer.role)) return undefined;
  return { user: seen, view: { viewer, sessionId } };
}

/** How long somebody may see the app as another before they have to begin again. */
export const VIEW_SECONDS = 60 * 60;

type NewView = { id: string; sessionId: string; role: string | null; userId: string | null };

/** Opens a view session, and answers when it expires. Those that have expired are removed. */
export const createView = statement.value<string, [view: NewView]>(
  `with over as (delete from backoffice.view_sessions where expires_at < now())
   insert into backoffice.view_sessions (id, session_id, role, user_id, expires_at)
   values ($1, $2, $3, $4, now() + interval '${VIEW_SECONDS} seconds')
   returning ${sqlTypes.timestamptz.toJson('expires_at')}`,
  ({ id, sessionId, role, userId }) => [id, sessionId, role, userId],
);
