import { mayAdminister } from '../descriptor/access.ts';
import type { KeyOfChange } from '../store/records/sql/key-of-change.ts';
import type { Acting } from './acting.ts';

/** The name of the key a change came through, for those who see the key: its owner and admins; a key sees itself. */
export function keyNameOf(
  { descriptor, role, user, key: own }: Acting,
  key: KeyOfChange | null,
): { key?: string } {
  if (key === null) return {};
  const isSeen = own
    ? own.id === key.id
    : key.owner === user._id || mayAdminister(descriptor, role);
  return isSeen ? { key: key.name } : {};
}
