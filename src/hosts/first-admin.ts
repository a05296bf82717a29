import { randomInt } from 'node:crypto';
import { hashPassword } from '../api/session/password-hash.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import { checkRecord } from '../descriptor/record-check.ts';
import { setPassword } from '../store/accounts/credentials.ts';
import { adminRoles } from '../descriptor/admin-roles.ts';
import type { Environment } from './environment.ts';
import type { Installation } from './installation.ts';
import { Refusal, toLine } from './refusal.ts';

export type FirstAdmin = { email: string; password: string; madeUp: boolean };

/** Makes an admin when there is none, else nothing. The password is known to nobody afterwards. */
export async function createFirstAdmin(
  { descriptor, database, store }: Installation,
  { adminEmail, adminPassword }: Environment,
): Promise<FirstAdmin | undefined> {
  const users = descriptor.resources.get('users');
  const [role] = adminRoles(descriptor);
  if (!users) return undefined;
  if (await hasAdmin({ descriptor, store }, users)) return undefined;

  const email = adminEmail ?? 'admin@example.org';
  const password = adminPassword ?? makePassword();
  const body = { email, name: 'Admin', role, status: 'confirmed' };
  const checked = checkRecord({ descriptor, role, resource: users, mode: 'create', body });
  if ('problems' in checked) throw new Refusal(checked.problems.map(toLine));
  const outcome = await store.create(users, checked.values, { userId: null });
  if ('failure' in outcome)
    throw new Refusal([
      `There is no admin, and ${email} cannot be made one: another user has this address.`,
      `Name another with ADMIN_EMAIL, or run: npx backoffice user role ${email} ${role}`,
    ]);
  await setPassword(database, outcome.record._id, await hashPassword(password));
  return { email, password, madeUp: adminPassword === undefined };
}

async function hasAdmin(
  { descriptor, store }: Pick<Installation, 'descriptor' | 'store'>,
  users: Resource,
): Promise<boolean> {
  const operands = adminRoles(descriptor);
  const filter = {
    and: [
      { path: 'role', operator: 'in', operands },
      { path: 'status', operator: 'eq', operands: ['confirmed'] },
    ],
  } as const;
  const { count } = await store.list(
    users,
    { filter, sort: [], page: 1, perPage: 1, total: 'none' },
    ['role', 'status'],
  );
  return count > 0;
}

/** 79 bits, without letters and digits that look alike. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(31)]).join('');
  return [group(), group(), group(), group()].join('-');
}
