import { newId } from '../../src/store/records/sql/new-id.ts';
import { insertIdentity } from '../../src/store/system/accounts/identities.ts';
import type { QueryRunner } from '../../src/store/store.ts';

/** Connects a user with a provider, as a sign-in there does. Returns the `id` of the connection. */
export async function connectIdentity(
  sql: QueryRunner,
  userId: string,
  { subject, email }: { subject?: string; email?: string } = {},
): Promise<string> {
  const id = newId();
  const of = { provider: 'keycloak', issuer: 'https://login.example.org' };
  await insertIdentity(sql, { id, userId, ...of, subject: subject ?? id, email: email ?? null });
  return id;
}
