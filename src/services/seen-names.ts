import { mayRead } from '../descriptor/access.ts';
import { USERS } from '../store/system/account.ts';
import type { Acting } from './acting.ts';

/** Who asks, and the store that has only what they may see. */
type Asking = Pick<Acting, 'descriptor' | 'role' | 'restriction' | 'user'> & {
  services: Pick<Acting['services'], 'store'>;
};

/** Among these users, those whose names the caller may see: as with any record, by the field and by the row. Everybody knows their own. */
export async function seenNames(
  { descriptor, role, services, restriction, user }: Asking,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const users = descriptor.resources.get(USERS);
  const named = new Set(ids.filter((id) => id !== null));
  if (!users || !mayRead(descriptor, role, users, 'name')) return new Set([user._id]);
  if (named.size === 0 || !restriction?.rowsOf(users)?.see) return named;
  const found = await services.store.findMany(users, '_id', [...named], []);
  return new Set([user._id, ...found.map(({ _id }) => _id)]);
}
