import type { User } from '../../contract/people/accounts.ts';
import type { Resource, Descriptor } from '../../descriptor/descriptor.ts';
import type { QueryRunner } from '../store.ts';
import { quoteName } from '../connection/sql.ts';
import { writeUnversioned } from '../schema/unversioned.ts';

/** The only resource the core knows by name: the people who sign in. */
export const USERS = 'users';

/** The resource of the users. The check of the descriptor ensures that it exists. */
export function usersResource(resources: ReadonlyMap<string, Resource>): Resource {
  const users = resources.get(USERS);
  if (!users) throw new Error(`the descriptor has no resource ${USERS}`);
  return users;
}

/** A user as every answer contains one. */
export type Account = User;

const accountFields = ['name', 'email', 'organisation', 'role', 'status'] as const;

/**
 * The columns of an account, to select from the users as `u`. An installation that does not ask for the organisation
 * has no column for it.
 */
export function accountColumns(users: Resource): string {
  const columns = accountFields.map((name) =>
    users.fields.has(name) ? `u."${name}"` : `null as "${name}"`,
  );
  return ['u._id', ...columns].join(', ');
}

/** Marks users that belong to no person. An installation whose users have no such field has none. */
export const IS_SERVICE = 'isService';

/** Whether a user `u` is a service account, in SQL. */
export function isServiceSql(users: Resource): string {
  return users.fields.has(IS_SERVICE) ? `coalesce(u."${IS_SERVICE}", false)` : 'false';
}

/** Whether a user is a service account; undefined if there is no such user. */
export async function isServiceAccount(sql: QueryRunner, users: Resource, id: string) {
  return await sql.value<boolean | undefined>(
    `select ${isServiceSql(users)} from "users" u where u._id = $1`,
    [id],
  );
}

/** The account with an email address, the hash of its password, and whether that has expired, for signing in. */
export async function findAccount(sql: QueryRunner, users: Resource, email: string) {
  const row = await sql.first<Account & { password_hash: string | null; expired: boolean }>(
    `select ${accountColumns(users)}, c.password_hash, coalesce(c.expires_at < now(), false) as expired
     from "users" u left join backoffice.credentials c on c.user_id = u._id
     where u."email" = $1 and not ${isServiceSql(users)}`,
    [email],
  );
  if (row === undefined) return undefined;
  const { password_hash: hash, expired: isExpired, ...account } = row;
  return { account, hash, isExpired };
}

/** The account with an id, as it is now. */
export async function findUser(sql: QueryRunner, users: Resource, id: string) {
  return await sql.first<Account>(
    `select ${accountColumns(users)} from "users" u where u._id = $1`,
    [id],
  );
}

/** Records when a user last signed in. */
export async function recordSignIn(
  sql: QueryRunner,
  users: Resource,
  userId: string,
): Promise<void> {
  await writeUnversioned(sql, users, { id: userId, field: 'lastLoginAt', value: 'now()' });
}

/** Whether any collection has a record. The people who sign in do not count, because every installation has one. */
export async function hasRecords(sql: QueryRunner, { resources }: Descriptor): Promise<boolean> {
  const names = [...resources.keys()].filter((name) => name !== USERS);
  if (names.length === 0) return false;
  const each = names.map((name) => `exists (select from ${quoteName(name)})`);
  return await sql.value<boolean>(`select ${each.join(' or ')}`);
}
