import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { WriteGuard } from '../write-guard.ts';
import { USERS } from './account.ts';
import { createUserGuard } from './accounts/user-guard.ts';
import { stepMails } from './outbox/step-mails.ts';

/** What must hold and happen with every write to a resource, in its transaction. */
export function createGuards(
  descriptor: () => Descriptor,
): (resource: Resource) => WriteGuard | undefined {
  const users = createUserGuard(descriptor);
  return (resource) => {
    const guards = [
      ...(resource.name === USERS ? [users] : []),
      ...[stepMails(descriptor, resource) ?? []].flat(),
    ];
    if (guards.length === 0) return undefined;
    return async (connection, change) => {
      for (const guard of guards) {
        const problems = await guard(connection, change);
        if (problems.length > 0) return problems;
      }
      return [];
    };
  };
}
