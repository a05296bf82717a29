import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toStoreLog } from '../../src/hosts/database-server.ts';
import { createLog } from '../../src/hosts/log/log.ts';
import { runAs } from '../../src/store/connection/current-work.ts';
import { logFields } from '../../src/store/log-fields.ts';
import { mountDisk } from '../support/mount-disk.ts';
import { runServer } from '../support/run-server.ts';
import { readSourceFiles, top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

test('everything logged about an error is under the documented key', () => {
  const wrong = readSourceFiles('src').filter(({ text }) =>
    /log\.\w+\((\{|\{[^}]*,)\s*error(: (error|cause|err))?\s*[,}]/.test(text),
  );

  expect(wrong.map(({ path }) => path)).toEqual([]);
});

const folder = await openTemporaryFolder();

test('the log has every request and no secret', async () => {
  const password = 'canary-of-the-password';
  const server = await runServer({
    DATA_DIR: join(folder, 'data'),
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'trace',
    SLOW_QUERY_MS: '1',
  });
  const post = (path: string, body: object, headers = {}): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const email = 'admin@example.org';
  await post('/api/users/login', { email, password: 'canary-of-a-wrong-password' });
  const login = await post('/api/users/login', { email, password });
  const { token, refreshToken } = (await login.json()) as Record<string, string>;
  const headers = { Authorization: `Bearer ${token}`, Cookie: 'canary-of-a-cookie=1' };
  await post('/api/auth/refresh', { email, refreshToken }, headers);
  await post('/api/chems', { casId: 'canary-of-a-value', password }, headers);
  await fetch(`${server.url}/api/chems?q=canary-of-a-search`, { headers });
  await fetch(`${server.url}/api/chems?nonsense=canary-of-a-search`, { headers });
  await fetch(`${server.url}/healthz`);
  await server.end();

  const log = server.lines.join('\n');
  const lines = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const of = (msg: string) => lines.filter((line) => line.msg === msg);
  const answered = new Set(of('answered').map(({ requestId }) => requestId));
  const levelOf = (wanted: string) => of('answered').find(({ path }) => path === wanted).level;
  // A probe every few seconds would fill the log.
  expect([levelOf('/healthz'), levelOf('/api/chems')]).toEqual([20, 30]);
  expect(new Set(of('answered').map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  const slow = of('a database statement was slow').filter(({ requestId }) => requestId);
  expect(slow.length).toBeGreaterThan(0);
  for (const { requestId } of slow) expect(answered).toContain(requestId);
  expect(of('a request was slow').length).toBeGreaterThan(0);
  const known = new Set(['time', 'level', 'msg', 'pid', 'hostname', ...logFields]);
  expect(lines.flatMap((line) => Object.keys(line)).filter((key) => !known.has(key))).toEqual([]);
  expect(log).toContain('"path":"/api/chems"');
  expect(log).not.toContain('canary');
  expect(log).not.toContain(token);
  expect(log).not.toContain(refreshToken);
});

test('each line of a request has its id, except those about connections', async () => {
  const path = join(folder, 'lines.log');
  // It stays open, because the log writes when the process ends.
  const log = createLog('info', openSync(path, 'a'));
  runAs({ requestId: 'the-request' }, () => {
    log.info({ ms: 1 }, 'inside');
    toStoreLog(log).warn('about a connection');
  });
  log.info({}, 'outside');

  const read = async () => (await readFile(path, 'utf8')).trim().split('\n');
  await vi.waitFor(async () => expect(await read()).toHaveLength(3));
  const lines = (await read()).map((line) => JSON.parse(line));
  expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['inside', 'the-request'],
    ['about a connection', undefined],
    ['outside', undefined],
  ]);
});

const disk = await mountDisk(join(folder, 'disk'));

test.skipIf(disk === undefined)(
  'the log drops lines while its disk is full, and counts them',
  async () => {
    const path = join(disk!, 'server.log');
    const fd = openSync(path, 'a');
    const log = createLog('info', fd);
    const writeLines = (): void => {
      for (let line = 0; line < 100; line++) log.info({ path: 'x'.repeat(200) }, 'answered');
    };
    await writeFile(join(disk!, 'fill'), Buffer.alloc(1_048_576)).catch(() => undefined);
    writeLines();
    await vi.waitFor(() => expect(log.lines.dropped()).toBeGreaterThan(90));
    await rm(join(disk!, 'fill'));
    writeLines();

    const read = async () => (await readFile(path, 'utf8')).trim().split('\n');
    await vi.waitFor(async () =>
      expect((await read()).join()).toContain('lines of the log were lost'),
    );
    const whole = (await read())
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line));
    const lost = whole.find(({ msg }) => msg === 'lines of the log were lost').dropped;
    expect(lost).toBe(log.lines.dropped());
    expect(whole.length).toBe(201 - lost);
    closeSync(fd);
  },
);

/** Logs more than pipes and terminals have room for, and ends with 7 if lines were dropped. */
const program = `
  const { createLog } = await import('./src/hosts/log/log.ts');
  const { writeFileSync } = await import('node:fs');
  const log = createLog('info');
  if (process.argv[1]) writeFileSync(process.argv[1], String(process.pid));
  for (let line = 0; line < 10_000; line++) log.info({ path: 'x'.repeat(200) }, 'answered');
  setTimeout(() => process.exit(log.lines.dropped() > 0 ? 7 : 1), 300);`;

/** Runs a command whose output goes into a pipe that nobody reads. */
function runUnread(name: string, args: readonly string[]) {
  const pipe = join(folder, `${name}.pipe`);
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  return spawn(args[0]!, args.slice(1), {
    cwd: top,
    env: { ...process.env, PROGRAM: program },
    // Not our own output: who reads that would wait for a process that is left over.
    stdio: ['ignore', openSync(pipe, 'r+'), 'ignore'],
  });
}

test('a process whose log nobody reads ends on a signal', async () => {
  const child = runUnread('log', [process.execPath, '--input-type=module', '-e', program]);

  expect(await once(child, 'exit')).toEqual([7, null]);
});

test.skipIf(process.platform !== 'linux' || !existsSync('/usr/bin/script'))(
  'a process whose terminal accepts no more lines ends on a signal',
  async () => {
    const pid = join(folder, 'pid');
    // `script` waits for its own output, and so reads no more of the terminal.
    const command = `"${process.execPath}" --input-type=module -e "$PROGRAM" "${pid}"`;
    const terminal = runUnread('terminal', ['/usr/bin/script', '-qec', command, '/dev/null']);

    const hasEnded = async () => {
      const id = await readFile(pid, 'utf8').catch(() => undefined);
      if (!id) return false;
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
      // A zombie until `script` asks how it ended; without an entry once it has asked.
      return stat === undefined || stat.split(') ')[1]!.startsWith('Z');
    };
    try {
      await expect.poll(hasEnded).toBe(true);
    } finally {
      terminal.kill('SIGKILL');
    }
  },
  20_000,
);

test('docs/operations.md explains each field of the log, and no other', () => {
  const docs = readFileSync(join(top, 'docs/operations.md'), 'utf8');
  const chapter = docs.split('### Read the log')[1]!.split('\n#')[0]!;
  const named = [...chapter.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);

  expect(named).toEqual(['time', 'level', 'msg', 'pid', 'hostname', ...logFields]);
});
