import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const backups = join(folder, 'backups');
const dataDir = join(folder, 'data');
const env = { SAMPLE_DATA: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'nine quiet lakes behind' };
const run = (...args: string[]) => runCommand(args, { env: { ...env, DATA_DIR: dataDir } });
const start = (dir = dataDir) => runServer({ ...env, DATA_DIR: dir });

/** A folder as PostgreSQL 17 leaves it, as far as we look into it: PostgreSQL 18 does not. */
async function leaveOldData(): Promise<void> {
  await mkdir(join(dataDir, 'postgres/base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await writeFile(join(dataDir, 'postgres/base/1'), Buffer.alloc(2_000_000));
}

beforeAll(async () => {
  const before = { ...env, DATA_DIR: join(folder, 'before') };
  const server = await runServer(before);
  await runCommand(['backup', backups, '--unencrypted'], { env: before });
  await server.end();
}, 60_000);

test(
  'data of an earlier PostgreSQL is replaced by a restore, and kept until it is confirmed',
  { timeout: 120_000 },
  async () => {
    await leaveOldData();
    await expect(start()).rejects.toThrow('was written by PostgreSQL 17');

    const restored = await run('restore', backups);

    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toContain(`The data of PostgreSQL 17 is kept in ${dataDir}/postgres-17`);
    expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n');
    expect(await readdir(join(dataDir, 'postgres-17/base'))).toEqual(['1']);
    expect((await readdir(dataDir)).join()).not.toContain('restoring');

    const early = await run('upgrade', '--confirm');
    expect([early.code, early.err]).toEqual([
      1,
      expect.stringMatching(/no server has started since the upgrade.*\n.*postgres-17/),
    ]);

    const server = await start();
    const { call } = await signIn(server.url, 'admin@example.org', env.ADMIN_PASSWORD);
    const { body } = await call('GET', '/readyz?verbose');
    const examined = await run('doctor');
    const confirmed = await run('upgrade', '--confirm');
    const again = await run('upgrade', '--confirm', '--json');
    await server.end();
    expect(body.checks).toContainEqual(
      expect.objectContaining({
        name: 'formerData',
        state: 'warning',
        message: 'The data of PostgreSQL 17 is still there: 2 MB.',
      }),
    );
    expect(examined.out).toMatch(
      /advice {2}upgrade {5}The data of PostgreSQL 17 is still in .*postgres-17: 2 MB/,
    );
    expect(confirmed).toEqual({
      code: 0,
      err: '',
      out: `Removed ${dataDir}/postgres-17: the data of PostgreSQL 17, 2 MB\n`,
    });
    expect(JSON.parse(again.out)).toEqual({ removed: [] });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-'))).toEqual([]);
  },
);

test(
  'a restore that fails leaves the data of the earlier PostgreSQL in its place',
  { timeout: 60_000 },
  async () => {
    const failing = join(folder, 'failing');
    await mkdir(join(failing, 'postgres'), { recursive: true });
    await writeFile(join(failing, 'postgres/PG_VERSION'), '17\n');
    const { backups: made } = JSON.parse((await run('backup', '--list', backups, '--json')).out);
    const part = join(backups, 'backups', made[0].name, '000001');
    await writeFile(part, 'damaged');

    const refused = await runCommand(['restore', backups], { env: { ...env, DATA_DIR: failing } });

    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is damaged')]);
    expect((await readdir(failing)).sort()).toEqual(['postgres']);
  },
);
