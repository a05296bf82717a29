import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findPrograms,
  openReplicatedServer,
  type ReplicatedServer,
} from '../support/replicated-server.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const programs = findPrograms();
const folder = await openTemporaryFolder();

/** In this order: the second test finds what the first left. */
describe.runIf(programs)('a server on two databases whose primary crashes', () => {
  let databases: ReplicatedServer;
  let server: ServerProcess;
  let session: SignedIn;
  let exported: Promise<Response>;
  beforeAll(async () => {
    databases = await openReplicatedServer(programs!);
    server = await runServer({
      DATABASE_URL: databases.bothUrl,
      DATABASE_READ_URL: databases.bothUrl,
      DATA_DIR: join(folder, 'data'),
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    });
    session = await signIn(server.url, 'admin@example.org', 'password of the admin');
  }, 60_000);
  afterAll(async () => {
    await server?.end();
    await databases?.stop();
  });

  const source = (title: string) => ({
    sourceId: title,
    title,
    year: 2020,
    extractionStatus: 'extracted',
  });
  const create = (title: string) => session.call('POST', '/api/sources', { body: source(title) });
  const readiness = async (query = ''): Promise<number> =>
    (await fetch(`${server.url}/readyz${query}`)).status;

  test('serves lists and records, and refuses changes with Retry-After', async () => {
    const made = await create('Before');
    await expect.poll(() => readiness('?for=reads')).toBe(200);
    const { body } = await session.call('GET', '/api/sources');
    await expect
      .poll(async () => (await (await fetch(`${server.url}/readyz`)).json()).replica)
      .toMatchObject({ inUse: true });
    await databases.crashPrimary();
    const authorized = { headers: { Authorization: `Bearer ${session.token}` } };
    exported = fetch(`${server.url}/api/sources/export?format=csv`, authorized);

    const list = await session.call('GET', '/api/sources');
    const one = await session.call('GET', `/api/sources/${made.body._id}`);
    const refused = await fetch(`${server.url}/api/sources`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(source('During')),
    });

    expect(list).toMatchObject({ status: 200, body: { data: body.data } });
    expect(one).toMatchObject({ status: 200, body: { title: 'Before' } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'S005' });
    await expect.poll(() => readiness(), { timeout: 5_000 }).toBe(503);
    expect(await readiness('?for=reads')).toBe(200);
  });

  test.each([
    '/api/sources/facets?fields=createdBy',
    '/api/sources/groups?_by=createdBy',
    '/api/sources/search?q=before',
    '/api/sources/trash',
    '/api/sources/recipes',
    '/api/sources/merges',
    '/api/changes',
    '/api/jobs',
    '/api/views?resource=sources',
    '/api/users/current',
    '/api/users/current/settings',
    '/api/users/current/sessions',
    '/api/admin/overview',
    '/api/admin/audit',
    '/api/info/start',
  ])('reads %s from the replica', async (path) => {
    expect((await session.call('GET', path)).status).toBe(200);
  });

  test('accepts changes again once the standby is promoted, and has lost none', async () => {
    await databases.promoteStandby();

    await expect.poll(async () => (await create('After')).status, { timeout: 10_000 }).toBe(201);
    const { body } = await session.call('GET', '/api/sources?_sort=title');
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['After', 'Before']);
    await expect.poll(() => readiness(), { timeout: 5_000 }).toBe(200);
  });

  test('completes a file exported meanwhile when it is in the audit log', async () => {
    const file = await exported;
    const text = await file.text();
    const audit = await session.call('GET', '/api/admin/audit?action=exported');

    expect(file.status).toBe(200);
    expect(text).toContain('Before');
    expect(audit.body.data).toMatchObject([{ resource: 'sources', detail: { rows: 1 } }]);
  });
});
