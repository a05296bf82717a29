import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

describe('a server killed while it writes', () => {
  test.each([
    ['alone', 'server', async () => {}],
    ['together with its database', 'both', killDatabase],
  ])('%s has lost nothing it had acknowledged when it starts again', async (_, name, alsoKill) => {
    const env = {
      DATA_DIR: join(folder, name),
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    };
    const first = await runServer(env);
    const { written, writing } = startWriting(await admin(first), 8);
    while (written.length < 100) await sleep(5);

    first.child.kill('SIGKILL');
    await alsoKill(env.DATA_DIR);
    await writing;
    const second = await runServer(env);
    const there = await listKeys(await admin(second));
    const code = await second.end();

    expect(written.filter((key) => !there.has(key))).toEqual([]);
    expect(written.length).toBeGreaterThanOrEqual(100);
    expect(code).toBe(0);
  });
});

function admin({ url }: ServerProcess): Promise<SignedIn> {
  return signIn(url, 'admin@example.org', 'password of the admin');
}

/** Several writers at once, each until the server is gone. `written` holds what was acknowledged. */
function startWriting(
  { call }: SignedIn,
  writers: number,
): { written: string[]; writing: Promise<unknown> } {
  const written: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count++) {
      const key = `key-${writer}-${count}`;
      const answer = await call('POST', '/api/chemFunctions', { body: { key, name: key } }).catch(
        () => undefined,
      );
      if (!answer) return;
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      written.push(key);
    }
  };
  return { written, writing: Promise.all(Array.from({ length: writers }, (_, n) => write(n))) };
}

async function listKeys({ call }: SignedIn): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let after = ''; ;) {
    const query = `_perPage=1000&_fields=key${after && `&_after=${encodeURIComponent(after)}`}`;
    const { body } = await call('GET', `/api/chemFunctions?${query}`);
    for (const { key } of body.data) keys.add(key);
    if (!body.next) return keys;
    after = body.next;
  }
}

async function killDatabase(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
