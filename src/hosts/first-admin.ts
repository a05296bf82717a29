import { randomInt } from 'node:crypto';
import { hashPassword } from '../api/accounts/password-hash.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import { checkRecord } from '../descriptor/rules/record-check.ts';
import { setPassword } from '../store/system/accounts/credentials.ts';
import { adminRoles } from '../descriptor/permissions/permissions.ts';
import type { Environment } from './environment.ts';
import type { Installation } from './installation.ts';
import { Refusal, toLine } from './refusal.ts';

type FirstAdmin = { email: string; password: string; madeUp: boolean };

/** Creates the first admin. The password is stored only as a hash. */
export async function createFirstAdmin(
  { descriptor, database, store }: Installation,
  users: Resource,
  { adminEmail, adminPassword }: Environment,
): Promise<FirstAdmin> {
  const [role] = adminRoles(descriptor);
  const email = adminEmail ?? 'admin@example.org';
  const password = adminPassword ?? makePassword();
  const body = { email, name: 'Admin', role, status: 'confirmed' };
  const checked = checkRecord({ descriptor, role, resource: users, mode: 'create', body });
  if ('problems' in checked) throw new Refusal(checked.problems.map(toLine));
  const outcome = await store.create(users, checked.values, { userId: null });
  if ('failure' in outcome)
    throw new Refusal([
      `There is no admin, and ${email} cannot become one because another user has this address.`,
      `Set ADMIN_EMAIL to another address, or run: npx backoffice user role ${email} ${role}`,
    ]);
  await setPassword(database, outcome.record._id, await hashPassword(password));
  return { email, password, madeUp: adminPassword === undefined };
}

/** 79 bits, without letters and digits that look alike. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(31)]).join('');
  return [group(), group(), group(), group()].join('-');
}
