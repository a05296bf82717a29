import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ImportMode } from '../../../files/import/import-parts.ts';
import { problem, type Problem } from '../../../fields/problem.ts';
import { findUser, USERS } from '../../../store/system/account.ts';
import type { QueryRunner } from '../../../store/store.ts';
import type { UserCall } from '../../http/call.ts';
import { operationsOf } from '../refuse-import.ts';

/**
 * Why the import of a user must end: the account is no longer active, has another role than at the start,
 * or the role has lost its rights. Checked with each batch, in its transaction.
 */
export async function findLostRight(
  { parts, user }: UserCall,
  { name }: Resource,
  mode: ImportMode,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  const descriptor = parts.descriptor();
  const users = descriptor.resources.get(USERS);
  const now = users && (await findUser(sql, users, user._id));
  if (now?.status !== 'confirmed') return problem('I035', '');
  const resource = descriptor.resources.get(name);
  const mayAll =
    now.role === user.role &&
    resource !== undefined &&
    (['import', ...operationsOf[mode]] as const).every((operation) =>
      mayDo(descriptor, now.role, resource, operation),
    );
  return mayAll ? undefined : problem('I036', '', { role: now.role });
}

/** Rolls back the batch in which it is thrown, and ends the job with its reason. */
export class RightLost extends Error {
  readonly problem: Problem;

  constructor(reason: Problem) {
    super(reason.message);
    this.problem = reason;
  }
}
