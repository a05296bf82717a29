import { mayAdminister, mayConfigure } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { roleNow } from '../../../descriptor/role-now.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { QueryRunner } from '../../store.ts';
import { USERS } from '../account.ts';
import { keepLastAdmin } from './user-guard.ts';

const rights = { configure: mayConfigure, all: mayAdminister };

/** Refuses a descriptor that would leave nobody who may change the next one, or nobody who may do everything. */
export async function checkConfigurers(
  sql: QueryRunner,
  before: Descriptor,
  after: Descriptor,
): Promise<Problem | undefined> {
  if (!before.resources.has(USERS)) return undefined;
  await keepLastAdmin(sql);
  // A renamed role is the same, also when the rename is taken back.
  const nameIn = (descriptor: Descriptor, role: string): string =>
    roleNow(descriptor, role) ?? before.roles.get(role)?.was ?? role;
  const holders = await sql.rows<{ role: string }>(
    `select distinct role from "users" where status = 'confirmed'`,
  );
  for (const [right, hasRight] of Object.entries(rights)) {
    const isHeld = (descriptor: Descriptor): boolean =>
      holders.some(({ role }) => hasRight(descriptor, nameIn(descriptor, role)));
    if (isHeld(before) && !isHeld(after)) return problem('A058', '', { right });
  }
  return undefined;
}
