import { mayDo } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ImportMode } from '../../files/import/import-parts.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Acting } from '../acting.ts';
import { findLostAccount } from '../jobs/define-job.ts';
import { operationsOf } from './refuse-import.ts';

/**
 * Why the import of a user must end: the account is no longer active, has another role than at the start,
 * or the role has lost its rights. Checked with each batch, in its transaction.
 */
export async function findLostRight(
  call: Acting,
  { name }: Resource,
  mode: ImportMode,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  const lost = await findLostAccount(call, sql);
  if (lost) return lost;
  const { role } = call.user;
  const descriptor = call.parts.descriptor();
  const resource = descriptor.resources.get(name);
  const mayAll =
    resource !== undefined &&
    (['import', ...operationsOf[mode]] as const).every((operation) =>
      mayDo(descriptor, role, resource, operation),
    );
  return mayAll ? undefined : problem('I036', '', { role });
}
