import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { librarySource } from '../support/library.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const EVA = 'eva@example.org';

const { roles, resources } = librarySource;
const { users, ledgers } = resources;
const ledgersAlone = { app: { title: 'Ledgers' }, roles, resources: { users, ledgers } };

let database: TestDatabase;
let here: ServerProcess;
let there: ServerProcess;
let admin: SignedIn;
let eva: SignedIn;
let path: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    RESOURCES: join(folder, 'resources.json'),
    SECRET: 'the same for both, long enough for a key',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'silent',
  };
  await writeFile(env.RESOURCES, JSON.stringify(ledgersAlone));
  here = await runServer(env);
  const { out } = await runCommand(['user', 'add', EVA, '--role', 'staff', '--json'], { env });
  there = await runServer({ ...env, DATA_DIR: join(folder, 'other') });
  admin = await signIn(here.url, 'admin@example.org', 'password of the admin');
  eva = await signIn(here.url, EVA, JSON.parse(out).password);
  const { body } = await eva.call('GET', '/api/users/current');
  path = `/api/admin/user/${body._id}`;
}, 60_000);
afterAll(async () => {
  await Promise.all([here.end(), there.end()]);
  await database.drop();
});

/** A second is promised; a machine that is busy with other tests may need more. */
const SOON = { timeout: 5_000, interval: 20 };

const headers = () => ({ Authorization: `Bearer ${eva.token}` });
const status = async ({ url }: ServerProcess): Promise<number> =>
  (await fetch(`${url}/api/ledgers`, { headers: headers() })).status;

async function listen({ url }: ServerProcess): Promise<EventReader> {
  const stream = readEvents(await fetch(`${url}/api/sse/`, { headers: headers() }));
  await expect.poll(() => stream.events.length).toBeGreaterThan(0);
  return stream;
}

test.each([
  ['gets a role that may not', '/role', { role: 'viewer' }, 403],
  ['is disabled', '/disable', undefined, 401],
])(
  'a user who %s is refused by the next call to this server, and soon by the other one, and both streams end',
  async (_, action, body, refused) => {
    await admin.call('PUT', `${path}/role`, { body: { role: 'staff' } });
    await expect.poll(() => status(there), SOON).toBe(200);
    const streams = await Promise.all([here, there].map(listen));
    const before = await Promise.all([here, there].map(status));

    const done = await admin.call('PUT', path + action, body ? { body } : {});
    const next = await status(here);

    expect(before).toEqual([200, 200]);
    expect(done.status).toBe(200);
    expect(next).toBe(refused);
    await expect.poll(() => status(there), SOON).toBe(refused);
    await Promise.all(streams.map(({ ended }) => ended));
  },
);
