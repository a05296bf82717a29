import { mayDo } from '../descriptor/access.ts';
import type { Operation, Resource } from '../descriptor/descriptor.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { findUser, USERS } from '../store/system/account.ts';
import { newId } from '../store/records/sql/new-id.ts';
import { type Services, type Acting, restrictionOf } from './acting.ts';

type Whose = {
  owner: string;
  /** The right that the work needs, if it does not check each change itself. */
  needs?: { may: Operation; of: Resource } | undefined;
};

/**
 * Acts for a person who is not there: the owner of a recipe or of a job, with the rights that they have now. Returns the
 * problem if they have lost the right that the work needs.
 */
export async function actAs(
  services: Services,
  { owner, needs }: Whose,
): Promise<Acting | Problem> {
  const descriptor = services.descriptor();
  const users = descriptor.resources.get(USERS);
  const user = users && (await findUser(services.database, users, owner));
  if (user?.status !== 'confirmed') return problem('I035', '');
  const { role } = user;
  if (needs && !mayDo(descriptor, role, needs.of, needs.may)) return problem('I036', '', { role });
  // The server itself acts here. It has no session, and it calls from no address.
  const acting: Acting = { requestId: newId(), address: '', services, descriptor, role, user };
  const restriction = restrictionOf(acting);
  if (!restriction) return acting;
  const store = services.store.restrictedTo(restriction);
  return { ...acting, restriction, services: { ...services, store } };
}
