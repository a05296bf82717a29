import type { Resource } from '../../../descriptor/descriptor.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { changeUser, refuseState, type Change } from './change-user.ts';
import { readTold } from './read-told.ts';
import { userActionBodies as bodies } from './user-action-bodies.ts';

/** What is done with a user, of whose resource. */
export type UserAction = (call: UserCall, users: Resource) => Promise<Response | Refusal>;

/** Lets in who has registered; with a role, or the one they were given then. */
export const confirmUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.confirm);
  if (isRefusal(told)) return told;
  const role = told.value.role ?? undefined;
  return await changeUser(call, users, 'status', (user) => {
    const isSame = role === undefined || role === user['role'];
    if (user['status'] === 'confirmed' && isSame) return undefined;
    if (user['status'] !== 'pending') return refuseState(user);
    return { status: 'confirmed', ...(isSame ? {} : { role }) };
  });
};

/** Shuts somebody out at once, or with `disabled: false` lets them in again. */
export const disableUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.disable);
  if (isRefusal(told)) return told;
  if (told.value.disabled === false) return await changeUser(call, users, 'status', toEnabled);
  return await changeUser(call, users, 'status', ({ status }) =>
    status === 'disabled' ? undefined : { status: 'disabled' },
  );
};

export const enableUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.enable);
  return isRefusal(told) ? told : await changeUser(call, users, 'status', toEnabled);
};

export const giveRole: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.role);
  if (isRefusal(told)) return told;
  const { role } = told.value;
  return await changeUser(call, users, 'role', (user) =>
    user['role'] === role ? undefined : { role },
  );
};

/** Who waits is let in by confirming, which tells them; only who was shut out is enabled. */
const toEnabled: Change = (user) => {
  if (user['status'] === 'confirmed') return undefined;
  return user['status'] === 'disabled' ? { status: 'confirmed' } : refuseState(user);
};
