import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEmbedded, type Embedded } from '../../src/store/embedded/embedded.ts';
import {
  filesOf,
  isRunning,
  serverPid,
  startProcess,
  type EmbeddedProcess,
} from '../support/embedded-process.ts';
import { silent } from '../support/store.ts';

let dir: string;
/** A folder made once: tests that are not about making one begin with a copy, which is far cheaper. */
const opened: Embedded[] = [];
const processes: EmbeddedProcess[] = [];

const made = mkdtempSync(join(tmpdir(), 'embedded-made-'));
await (await openEmbedded({ dir: made, log: silent, durable: false })).stop();
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  // As root this is a folder that only root can enter, as `/root` is.
  dir = mkdtempSync(join(tmpdir(), 'embedded-'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.end('SIGKILL')));
  await Promise.all(opened.splice(0).map((each) => each.stop()));
  const pid = serverPid(dir);
  if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGQUIT');
  rmSync(dir, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  test('is created in the data folder, durable, and without a port', async () => {
    const left = join(dir, 'postgres-new-by-a-killed-process');
    mkdirSync(join(left, 'base'), { recursive: true });
    utimesSync(left, 0, 0);
    const { url, takenOver } = await open({ durable: true });

    const { rows } = await ask(
      url,
      `select current_setting('listen_addresses') as port, current_setting('fsync') as fsync,
         current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
         current_setting('synchronous_commit') as waits, current_setting('full_page_writes') as pages`,
    );
    expect(rows).toEqual([
      { port: '', fsync: 'on', checksums: 'on', encoding: 'UTF8', waits: 'on', pages: 'on' },
    ]);
    expect(takenOver).toBe(false);
    expect(filesOf(dir)).toEqual(['postgres', 'postgres.log']);
    expect(statSync(join(dir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  test('is not abandoned if the machine slept during the start', async () => {
    const { now } = Date;
    let slept = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (slept += 60_001));

    const { url } = await open({ begun: true }).finally(() => clock.mockRestore());

    expect((await ask(url, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('does not run as root', async () => {
    await open({ begun: true });

    const uid = statSync(`/proc/${serverPid(dir)}`).uid;

    expect(uid).not.toBe(0);
    expect(statSync(join(dir, 'postgres')).uid).toBe(uid);
  });

  test('keeps what was written when it is stopped and started', async () => {
    const first = await open({ begun: true });
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(serverPid(dir)).toBeUndefined();

    const second = await open();

    expect((await ask(second.url, 'select answer from kept')).rows).toEqual([{ answer: 42 }]);
  });

  test('survives a killed parent, and is taken over and stopped by the next one', async () => {
    begin(dir);
    const parent = start('idle');
    await parent.heard('started');
    const pid = serverPid(dir)!;
    await parent.end('SIGKILL');
    expect(isRunning(pid)).toBe(true);

    const next = await open();

    expect(next.takenOver).toBe(true);
    expect(serverPid(dir)).toBe(pid);
    await next.stop();
    // Its pid file goes a moment before the process itself.
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('is shared by processes that start simultaneously, and stopped by the last one', async () => {
    const [one, other, third] = [start('idle'), start('idle'), start('idle')];
    await Promise.all([one, other, third].map((each) => each.heard(/started|taken over/)));
    const pid = serverPid(dir)!;
    expect([one, other, third].flatMap(({ lines }) => lines).sort()).toEqual([
      'started',
      'taken over',
      'taken over',
    ]);

    await one.end('SIGTERM');
    await third.end('SIGTERM');
    expect(isRunning(pid)).toBe(true);

    await other.end('SIGTERM');
    // Its pid file goes a moment before the process itself.
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(filesOf(dir)).toEqual(['postgres', 'postgres.log']);
  });

  test('restarts when it is killed', async () => {
    const { url } = await open({ durable: true, begun: true });
    await ask(url, 'create table kept as select 42 as answer');
    const pid = serverPid(dir)!;

    process.kill(pid, 'SIGKILL');

    await expect.poll(() => answer(url), { timeout: 15_000 }).toEqual([{ answer: 42 }]);
    expect(serverPid(dir)).not.toBe(pid);
  });

  test('restarts after a smart shutdown', async () => {
    const { url } = await open({ durable: true, begun: true });
    await ask(url, 'create table kept as select 42 as answer');
    const pid = serverPid(dir)!;

    process.kill(pid, 'SIGTERM');

    await expect
      .poll(() => serverPid(dir) !== pid && answer(url), { timeout: 40_000 })
      .toEqual([{ answer: 42 }]);
  }, 60_000);

  test.each(['', 'garbage\n'])('starts if postmaster.pid contains no number: %j', async (text) => {
    begin(dir);
    writeFileSync(join(dir, 'postgres/postmaster.pid'), text);

    const { takenOver } = await open();

    expect(takenOver).toBe(false);
  });

  test('can be stopped while it restarts', async () => {
    const gone = Promise.withResolvers<void>();
    const { stop } = await open({ begun: true, log: { ...silent, warn: () => gone.resolve() } });
    process.kill(serverPid(dir)!, 'SIGKILL');
    await gone.promise;

    await stop();

    expect(serverPid(dir)).toBeUndefined();
  });

  test.each(['postmaster.pid', '.s.PGSQL.5432.lock'])(
    'starts although a crash of the machine left %s with the number of another process',
    async (file) => {
      begin(dir);
      writeFileSync(join(dir, 'postgres', file), `${process.pid}\n${dir}\n1\n5432\n.\n\n0 0\n`);

      const { takenOver } = await open();

      expect(takenOver).toBe(false);
    },
  );

  test('is reached in a folder whose path is too long for a socket', async () => {
    const long = join(dir, 'long'.repeat(20), 'longer'.repeat(15));

    const { url } = await open({ folder: long, begun: true });

    expect((await ask(url, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('does not touch data of another version, and reports it', async () => {
    mkdirSync(join(dir, 'postgres'));
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '12\n');

    await expect(open()).rejects.toThrow(
      /was written by PostgreSQL 12, but version 18 is installed/,
    );
    expect(filesOf(join(dir, 'postgres'))).toEqual(['PG_VERSION']);
  });

  test('reports why it cannot start', async () => {
    begin(dir);
    chmodSync(join(dir, 'postgres'), 0o777);

    await expect(open()).rejects.toThrow(/chmod 700/);
  }, 30_000);
});

async function open({
  durable = false,
  begun = false,
  folder = dir,
  log = silent,
} = {}): Promise<Embedded> {
  if (begun) begin(folder);
  const embedded = await openEmbedded({ dir: folder, log, durable });
  opened.push(embedded);
  return embedded;
}

/** The server takes no folder that others may enter, and a copy is made as any folder is. */
function begin(folder: string): void {
  cpSync(made, folder, { recursive: true });
  chmodSync(join(folder, 'postgres'), 0o700);
}

function start(task: 'idle' | 'write'): EmbeddedProcess {
  const started = startProcess(dir, task);
  processes.push(started);
  return started;
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function answer(url: string): Promise<unknown> {
  try {
    return (await ask(url, 'select answer from kept')).rows;
  } catch (error) {
    return error;
  }
}
