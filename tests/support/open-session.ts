import { randomUUID } from 'node:crypto';
import { createAccessTokens } from '../../src/api/accounts/access-token.ts';
import type { TestApi } from './api.ts';

/** A token of somebody without signing in: faster, and also for an account that could not. */
export async function openSessionOf(api: TestApi, name: string): Promise<string> {
  const id = randomUUID();
  await api.database.query(
    `insert into backoffice.sessions (id, user_id, refresh_hash, expires_at)
     values ($1, $2, $3, now() + interval '1 day')`,
    [id, api.userId(name), Buffer.from(id)],
  );
  return createAccessTokens(api.services.secret, 'backoffice', Date.now).issue(
    api.userId(name),
    id,
  );
}
