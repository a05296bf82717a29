import type { Store } from '../../store/store.ts';
import type { Call } from '../http/call.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import type { Refusal } from '../../services/refusal.ts';
import { usersResource } from '../../store/system/account.ts';

/** What a provider of identities says about the record of a user. */
export type UserChanges = { role?: string; orcid?: string };

/** Writes the statements of a provider into the record of a user. The last admin stays an admin, even without the group. */
export async function applyChanges(
  call: Call,
  store: Store,
  userId: string,
  changes: UserChanges,
): Promise<Refusal | undefined> {
  if (Object.keys(changes).length === 0) return undefined;
  const { descriptor, address, requestId, services } = call;
  const users = usersResource(descriptor.resources);
  const by = { userId: null, way: 'system', address, requestId } as const;
  const outcome = await store.update(users, userId, '*', changes, by);
  if (!('failure' in outcome)) return undefined;
  const isLastAdmin =
    'problems' in outcome && outcome.problems.every(({ code }) => code === 'A009');
  if (!isLastAdmin) return refuseWrite(call, users, outcome);
  services.log.warn({ requestId, userId }, 'the last admin stays an admin, against the groups');
  return undefined;
}
