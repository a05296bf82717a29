import type { Descriptor } from '../../descriptor/descriptor.ts';
import { narrowDescriptor } from '../../descriptor/permissions/narrow.ts';
import { keyParams } from '../../fields/problems/problem-words.ts';
import { USERS } from './account.ts';
import type { OpenKey } from './accounts/api-keys.ts';

/** What of a key decides about its rights. */
export type NarrowingKey = Pick<OpenKey, 'id' | 'name' | 'grants'>;

/** The descriptor as a key of a user with this role sees it. No key changes users: that would be a way to more rights. */
export function descriptorOfKey(
  descriptor: Descriptor,
  role: string,
  { id, name, grants }: NarrowingKey,
): Descriptor {
  return narrowDescriptor(descriptor, {
    id,
    role,
    grants,
    named: keyParams(name),
    readOnly: [USERS],
  });
}
