import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problem.ts';
import { findUser, USERS } from '../../../store/system/account.ts';
import { newId } from '../../../store/records/new-id.ts';
import type { ApiParts } from '../../api-parts.ts';
import { restrictionOf, type UserCall } from '../../http/call.ts';

type Asked = { owner: string; resource: Resource; params?: UserCall['params']; body?: object };

/**
 * A call in the name of a person who is not there: the owner of a recipe, with the rights that they have now. Returns
 * the problem if they may not import any more.
 */
export async function callOfOwner(
  parts: ApiParts,
  { owner, resource, params = {}, body = {} }: Asked,
): Promise<UserCall | Problem> {
  const descriptor = parts.descriptor();
  const users = descriptor.resources.get(USERS);
  const user = users && (await findUser(parts.database, users, owner));
  if (user?.status !== 'confirmed') return problem('I035', '');
  const { role } = user;
  if (!mayDo(descriptor, role, resource, 'import')) return problem('I036', '', { role });
  // The server makes this call for the owner, so it has no session and no address.
  const call = {
    request: new Request('http://localhost/'),
    route: 'import folder',
    params,
    query: new URLSearchParams(),
    requestId: newId(),
    address: '',
    parts,
    descriptor,
    readJson: async () => ({ value: body }),
    role,
    user,
  } as unknown as UserCall;
  const restriction = restrictionOf(call);
  if (!restriction) return call;
  const store = parts.store.restrictedTo(restriction);
  return { ...call, restriction, parts: { ...parts, store } };
}
