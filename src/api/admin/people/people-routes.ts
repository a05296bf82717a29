import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { peopleOperations } from './people-operations.ts';
import type { UserCall } from '../../http/call.ts';
import type { Route } from '../../http/route.ts';
import { invite } from './invite.ts';
import { answerOverview } from './overview.ts';
import { usersOf } from '../../accounts/who-is.ts';
import {
  confirmUser,
  disableUser,
  enableUser,
  giveRole,
  rejectUser,
  type UserAction,
} from './user-actions.ts';

/** Letting people in, and looking after those who are. Who may write users may do so; a glance at all is for admins. */
export function peopleRoutes(descriptor: Descriptor): Route[] {
  const users = usersOf(descriptor.resources);
  const say = peopleOperations(descriptor);
  const action = (
    name: keyof typeof say.actions,
    may: 'update' | 'delete',
    run: UserAction,
  ): Route => ({
    method: 'PUT',
    path: `/api/admin/user/:id/${name}`,
    needs: { may, of: users },
    operation: say.actions[name],
    run: (call: UserCall) => run(call, users),
  });
  return [
    {
      method: 'POST',
      path: '/api/admin/invite',
      needs: { may: 'create', of: users },
      operation: say.invite,
      run: invite,
    },
    action('confirm', 'update', confirmUser),
    action('reject', 'delete', rejectUser),
    action('disable', 'update', disableUser),
    action('enable', 'update', enableUser),
    action('role', 'update', giveRole),
    {
      method: 'GET',
      path: '/api/admin/overview',
      needs: 'admin',
      operation: say.overview,
      run: answerOverview,
    },
  ];
}
