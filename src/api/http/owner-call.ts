import { mayDo } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { findUser, USERS } from '../../store/system/account.ts';
import { newId } from '../../store/records/new-id.ts';
import type { ApiParts } from '../api-parts.ts';
import { restrictionOf, type UserCall } from './call.ts';

type Asked = {
  owner: string;
  resource: Resource;
  params?: UserCall['params'];
  body?: object;
  /** The right of an undo is checked for each change. */
  needs?: 'import' | 'nothing';
};

/**
 * A call in the name of a person who is not there: the owner of a recipe or of a job, with the rights that they have
 * now. Returns the problem if they may not import any more.
 */
export async function callOfOwner(
  parts: ApiParts,
  { owner, resource, params = {}, body = {}, needs = 'import' }: Asked,
): Promise<UserCall | Problem> {
  const descriptor = parts.descriptor();
  const users = descriptor.resources.get(USERS);
  const user = users && (await findUser(parts.database, users, owner));
  if (user?.status !== 'confirmed') return problem('I035', '');
  const { role } = user;
  if (needs === 'import' && !mayDo(descriptor, role, resource, 'import'))
    return problem('I036', '', { role });
  // The server makes this call for the owner, so it has no session and no address.
  const call = {
    request: new Request('http://localhost/'),
    route: 'in the background',
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
