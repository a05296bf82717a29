import { afterAll, describe, expect, it } from 'vitest';
import { emailOf, openTestApi, signIn, type TestAnswer } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

function refresh(refreshToken: string): Promise<TestAnswer> {
  const body = { email: emailOf('staff'), refreshToken };
  return api.call('POST', '/api/auth/refresh', { body });
}

/** So many days go by for a session. */
async function pass(days: number, refreshToken: string): Promise<void> {
  await api.database.query(
    `update backoffice.sessions set created_at = created_at - make_interval(days => $2),
       used_at = used_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
     where refresh_hash = sha256($1::bytea)`,
    [Buffer.from(refreshToken), days],
  );
}

describe('a session', () => {
  it('ends after fourteen days without use, and after thirty in any case', async () => {
    const [used, left] = [await signIn(api, 'staff'), await signIn(api, 'staff')];
    const statuses: number[] = [];

    for (let round = 1; round <= 3; round += 1) {
      await pass(13, used.json.refreshToken);
      statuses.push((await refresh(used.json.refreshToken)).status);
    }
    await pass(15, left.json.refreshToken);

    expect(statuses).toEqual([200, 200, 401]);
    expect((await refresh(left.json.refreshToken)).status).toBe(401);
    expect((await api.call('GET', '/api/users/current', { token: left.json.token })).status).toBe(
      401,
    );
  });

  it('ends sooner if the installation is configured so', async () => {
    const strict = await api.openReplica({ sessionIdleDays: 2 });
    const { json } = await signIn(strict, 'staff');
    await pass(3, json.refreshToken);

    expect((await refresh(json.refreshToken)).status).toBe(401);
    await strict.close();
  });

  it('ends when its browser opens another, for any user', async () => {
    const browser = { 'Sec-Fetch-Site': 'same-origin' };
    const former = await signIn(api, 'staff', { headers: browser });
    const other = await signIn(api, 'staff', { headers: browser });
    const cookie = former.headers.get('Set-Cookie')!.split(';')[0]!;
    const next = await signIn(api, 'viewer', { headers: { ...browser, Cookie: cookie } });
    const statusOf = async ({ json: { token } }: TestAnswer): Promise<number> =>
      (await api.call('GET', '/api/users/current', { token })).status;

    expect(next.headers.get('Set-Cookie')).not.toContain(cookie);
    expect([await statusOf(former), await statusOf(other), await statusOf(next)]).toEqual([
      401, 200, 200,
    ]);
  });

  it('ends when its user opens a hundred others', async () => {
    await api.addUser('busy', 'viewer');
    const { json } = await signIn(api, 'busy');
    await api.database.query(
      `insert into backoffice.sessions (id, user_id, refresh_hash, used_at, expires_at)
       select 'busy' || n, $1, sha256(('busy' || n)::bytea), now() + interval '1 minute', now() + interval '1 day'
       from generate_series(1, 99) n`,
      [api.userId('busy')],
    );

    await signIn(api, 'busy');

    const { rows } = await api.database.query<{ ended_because: string }>(
      'select ended_because from backoffice.sessions where refresh_hash = sha256($1::bytea)',
      [Buffer.from(json.refreshToken)],
    );
    expect(rows).toEqual([{ ended_because: 'tooMany' }]);
    const open = await api.database.query(
      'select 1 from backoffice.sessions where user_id = $1 and ended_at is null',
      [api.userId('busy')],
    );
    expect(open.rowCount).toBe(100);
  });
});
