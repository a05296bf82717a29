import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const quiet = { LOG_LEVEL: 'silent', SAMPLE_DATA: '0' };

describe('a start with nothing but a folder', () => {
  const env = { ...quiet, DATA_DIR: join(folder, 'first') };

  test('makes a database and an admin, prints the password once, and says where it is', async () => {
    const first = await runServer(env);
    const password = /admin@example\.org, password: (\S+) /.exec(first.lines.join('\n'))?.[1] ?? '';
    const { call } = await signIn(first.url, 'admin@example.org', password);
    const me = await call('GET', '/api/users/current');
    const code = await first.end();

    const second = await runServer(env);
    await signIn(second.url, 'admin@example.org', password);
    await second.end();

    expect(me.body).toMatchObject({ role: 'admin', status: 'confirmed' });
    expect(code).toBe(0);
    expect(first.lines.filter((line) => line.includes(' is ready at http://'))).toHaveLength(1);
    expect(second.lines.join('\n')).not.toContain('password');
  });

  test('has the sample data, unless it is told not to', async () => {
    const server = await runServer({
      ...quiet,
      DATA_DIR: join(folder, 'sample'),
      SAMPLE_DATA: '1',
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD: 'password of the boss',
    });
    const { call } = await signIn(server.url, 'boss@example.org', 'password of the boss');
    const chems = await call('GET', '/api/chems?_perPage=1');
    await server.end();

    expect(chems.body.total).toBeGreaterThan(100);
    expect(server.lines.join('\n')).not.toContain('password of the boss');
  });

  test('leaves no process behind', async () => {
    const pidFile = join(folder, 'first/postgres/postmaster.pid');
    const server = await runServer(env);
    const whileRunning = existsSync(pidFile);

    const code = await server.end('SIGINT');

    expect(whileRunning).toBe(true);
    expect(existsSync(pidFile)).toBe(false);
    expect(code).toBe(0);
  });
});

describe('a start that cannot be', () => {
  test('says which port is in use and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    const starting = runServer({ ...quiet, DATA_DIR: join(folder, 'first'), PORT: String(port) });

    await expect(starting).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    other.close();
  });

  test.each([
    ['PORT must be a whole number', { PORT: 'http' }],
    ['SECRET must be at least 32 bytes', { SECRET: 'short' }],
    ['gone.json cannot be read', { RESOURCES: join(folder, 'gone.json') }],
    ['127.0.0.1:1', { DATABASE_URL: 'postgresql://somebody:hidden@127.0.0.1:1/nothing' }],
    ['no address 192.0.2.1', { HOST: '192.0.2.1' }],
  ])('says "%s"', async (words, env) => {
    const starting = runServer({ ...quiet, DATA_DIR: join(folder, 'first'), ...env });

    await expect(starting).rejects.toThrow(words);
    await expect(starting).rejects.not.toThrow('hidden');
  });
});
