import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const quiet = { LOG_LEVEL: 'silent', SAMPLE_DATA: '0' };

describe('a start with nothing but a folder', () => {
  const env = { ...quiet, DATA_DIR: join(folder, 'first') };

  test('creates a database and an admin, prints the password once, and its URL', async () => {
    const first = await runServer(env);
    const password =
      /admin@example\.org, password: (\S+) \(shown only once; choose your own within 7 days\)/.exec(
        first.lines.join('\n'),
      )?.[1] ?? '';
    const { call } = await signIn(first.url, 'admin@example.org', password);
    const me = await call('GET', '/api/users/current');
    const code = await first.end();

    const second = await runServer(env);
    await signIn(second.url, 'admin@example.org', password);
    await second.end();

    expect(me.body).toMatchObject({
      role: 'admin',
      status: 'confirmed',
      passwordExpiresAt: expect.any(String),
    });
    expect(code).toBe(0);
    expect(first.lines.filter((line) => line.includes(' is ready at http://'))).toHaveLength(1);
    expect(second.lines.join('\n')).not.toContain('password');
  });

  test('is refused at once if too few files can be open', async () => {
    const start = `ulimit -n 200 && exec "$0" src/hosts/start.mjs --without-screens`;
    const child = spawn('sh', ['-c', start, process.execPath], {
      cwd: top,
      env: { ...process.env, ...env, DATA_DIR: join(folder, 'few') },
    });
    const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')]);

    expect(child.exitCode).toBe(1);
    expect(printed).toContain('may have only 200 files and connections open');
    expect(existsSync(join(folder, 'few'))).toBe(false);
  });

  test('has the sample data, unless configured otherwise', async () => {
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

describe('npm start', () => {
  test('passes SIGTERM to the server, which releases its port', { timeout: 60_000 }, async () => {
    const child = spawn('npm', ['start', '--', '--without-screens'], {
      cwd: top,
      env: { ...process.env, ...quiet, DATA_DIR: join(folder, 'npm'), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      url = /is ready at (http:\S+)/.exec(line)?.[1] ?? '';
      if (url) break;
    }
    child.stdout.resume();

    child.kill('SIGTERM');
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 10_000 },
      )
      .toBe('down');
  });

  test('names the required Node version on an older one', async () => {
    const older = 'Object.defineProperty(process.versions,"node",{value:"20.19.0"})';
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${older}`, 'src/hosts/start.mjs'],
      { cwd: top },
    );

    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);

    expect(err).toBe(
      'Backoffice requires Node 24, but this is Node 20.19.0. Start it with `npm start` or with node_modules/node/bin/node, which `npm ci` installs\n',
    );
    expect(code).toBe(1);
  });
});

describe('a failing start', () => {
  test('names the port in use, without writing to the database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(port) };

    const starting = runServer({ ...quiet, ...env });

    await expect(starting).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`);
    expect(await tablesOf(database)).toBe(0);
    other.close();
    await database.drop();
  });

  test('lists all problems of variables, address, folder and descriptor at once', async () => {
    await writeFile(join(folder, 'file'), '');
    const starting = runServer({
      PORT: 'abc',
      HOST: '192.0.2.1',
      RESOURCES: '/nope.json',
      DATA_DIR: join(folder, 'file/below'),
    });

    const error = await starting.then(
      () => '',
      (reason: Error) => reason.message,
    );

    expect(error.split('\n').slice(1)).toEqual([
      'Some environment variables are not valid:',
      expect.stringContaining('PORT must be a whole number'),
      expect.stringContaining('This machine does not have the address 192.0.2.1'),
      expect.stringContaining('file/below cannot be written (ENOTDIR)'),
      expect.stringContaining('/nope.json cannot be read (ENOENT)'),
    ]);
  });

  test.runIf(process.platform === 'linux')('ends if no folder can be created', async () => {
    const starting = runServer({ ...quiet, DATA_DIR: '/proc/nothing/here' });

    await expect(starting).rejects.toThrow('/proc/nothing/here cannot be written (ENOENT)');
  });

  test('reports the problem of the file folder', async () => {
    await writeFile(join(folder, 'no-folder'), '');
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'other') };

    const starting = runServer({ ...quiet, ...env, FILES_URL: `file://${folder}/no-folder/files` });

    await expect(starting).rejects.toThrow('/no-folder/files cannot be used (ENOTDIR)');
    expect(await tablesOf(database)).toBe(0);
    await database.drop();
  });

  test('reports the problem of the database folder once', async () => {
    const data = join(folder, 'first/postgres');
    const env = { ...quiet, DATA_DIR: join(folder, 'first') };
    const control = join(data, 'global/pg_control');

    await chmod(data, 0o777);
    await expect(runServer(env)).rejects.toThrow(/\(1\):\nOther users .* Run: chmod 700 .*$/);
    await chmod(data, 0o700);
    await rename(control, `${control}.away`);
    await expect(runServer(env)).rejects.toThrow(/\(1\):\n.*global\/pg_control is missing.*$/);
    await rename(`${control}.away`, control);
  });

  test('reports the problem of the secret on one line', async () => {
    const data = join(folder, 'no-secret');
    await mkdir(data);
    await writeFile(join(data, 'secret'), '');

    const starting = runServer({ ...quiet, DATA_DIR: data });

    await expect(starting).rejects.toThrow(/\n.*secret has fewer than 32 bytes\. Delete it.*$/);
    await expect(starting).rejects.not.toThrow(/\n +at /);
  });

  test.each([
    ['PORT must be a whole number', { PORT: 'http' }],
    ['SECRET must be at least 32 bytes', { SECRET: 'short' }],
    ['gone.json cannot be read', { RESOURCES: join(folder, 'gone.json') }],
    ['127.0.0.1:1', { DATABASE_URL: 'postgresql://somebody:hidden@127.0.0.1:1/nothing' }],
    ['not have the address 192.0.2.1', { HOST: '192.0.2.1' }],
  ])('prints "%s"', async (words, env) => {
    const starting = runServer({ ...quiet, DATA_DIR: join(folder, 'first'), ...env });

    await expect(starting).rejects.toThrow(words);
    await expect(starting).rejects.not.toThrow('hidden');
  });
});

async function tablesOf({ url }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`);
  await client.end();
  return rows.length;
}
