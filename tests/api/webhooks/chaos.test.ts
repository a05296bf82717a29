import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { runServer, type ServerProcess } from '../../support/run-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';
import { accept, answerWith, openTarget, until } from '../../support/webhook-target.ts';

const folder = await openTemporaryFolder();

const email = 'admin@example.org';
const password = 'password of the admin';
const CHANGES = 500;

test('every change is delivered at least once, despite failures of target and server', async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: password,
    SAMPLE_DATA: '0',
    WEBHOOK_PRIVATE: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  let target = await openTarget();
  const { port } = new URL(target.url);
  const accepted: string[] = [];
  const take = (): void => {
    target.behave = (received, response) => {
      accepted.push(received.json.data.id);
      accept(received, response);
    };
  };
  take();
  let server = await runServer(env);
  let call = await callerOf(server);
  await call('/api/admin/webhooks', {
    name: 'Chaos',
    url: target.url,
    resources: ['chemFunctions'],
    events: ['created'],
  });
  const written: string[] = [];
  const writeUntil = async (count: number): Promise<void> => {
    while (written.length < count) {
      const key = `key-${written.length}`;
      const { _id } = await call('/api/chemFunctions', { key, name: key });
      written.push(_id);
    }
  };
  const kill = async (): Promise<void> => {
    await server.end('SIGKILL');
    server = await runServer(env);
    call = await callerOf(server);
  };

  await writeUntil(100);
  target.behave = answerWith(500);
  await writeUntil(150);
  await kill();
  target.behave = () => undefined;
  await writeUntil(250);
  await target.close();
  await writeUntil(350);
  await kill();
  target = await openTarget(Number(port));
  target.behave = (received, response) => {
    accepted.push(received.json.data.id);
    setTimeout(() => response.end(), 20);
  };
  await writeUntil(450);
  await until(() => accepted.length >= 150);
  await kill();
  take();
  await writeUntil(CHANGES);

  await until(() => new Set(accepted).size >= CHANGES);
  expect(new Set(accepted)).toEqual(new Set(written));
  const copies = accepted.length - CHANGES;
  console.log(`${CHANGES} changes were delivered, ${copies} of them twice`);
  // Each kill can repeat what was on its way.
  expect(copies).toBeLessThanOrEqual(3);
  await server.end();
  await target.close();
  await database.drop();
}, 300_000);

/** Sends a request as the admin of a server, and returns its JSON. */
async function callerOf({ url }: ServerProcess) {
  const { call } = await signIn(url, email, password);
  return async (path: string, sent: object): Promise<any> => {
    const { status, body } = await call('POST', path, { body: sent });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
}
