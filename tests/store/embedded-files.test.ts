import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepareDataFolder } from '../../src/store/embedded/data-folder.ts';
import { dropStaleLocks, readPid } from '../../src/store/embedded/pid-file.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const top = await openTemporaryFolder();
let made = 0;

/** A folder with these files, as an administrator or a crash may have left it. */
async function folderOf(files: Record<string, string>, mode = 0o700): Promise<string> {
  const data = join(top, String(++made), 'postgres');
  await mkdir(join(data, 'global'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, name), text);
  await chmod(data, mode);
  return data;
}

/** A program in place of `initdb`, which the machine may not be able to run. */
async function programOf(script: string): Promise<string> {
  const path = join(top, `initdb-${++made}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

const prepare = (data: string, initdb = '', durable = false) =>
  prepareDataFolder({
    data,
    durable,
    user: undefined,
    binaries: { initdb, postgres: '', majorVersion: 18 },
  });

/** What it says when it refuses; nothing when it does not. */
function sentenceOf(run: () => void): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a data folder', () => {
  const whole = { PG_VERSION: '18\n', 'global/pg_control': '' };

  test.each([
    [
      'of another version',
      { ...whole, PG_VERSION: '17\n' },
      0o700,
      /by PostgreSQL 17, but.* 18 is/,
    ],
    ['that is not whole', { PG_VERSION: '18\n' }, 0o700, /incomplete: global\/pg_control is miss/],
    ['that others can read', whole, 0o704, /Other users .* Run: chmod 700/],
    ['that a group can change', whole, 0o720, /Other users .* Run: chmod 700/],
    ['of ours', whole, 0o700, /^$/],
    ['that a group can read', whole, 0o750, /^$/],
  ])('%s is accepted, or refused in one sentence', async (_, files, mode, words) => {
    const data = await folderOf(files, mode);

    expect(sentenceOf(() => prepare(data))).toMatch(words);
  });

  test('is created separately, completely, and private', async () => {
    const data = join(top, `${++made}`, 'postgres');
    await mkdir(join(data, '..'));
    const initdb = await programOf('pwd > here; echo "$@" > PG_VERSION');

    prepare(data, initdb);

    const args = await readFile(join(data, 'PG_VERSION'), 'utf8');
    expect(args).toMatch(/^-D \S+ .*--data-checksums .*--no-sync\n$/);
    expect(await readFile(join(data, 'here'), 'utf8')).toMatch(/postgres-new-\w+\n$/);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(data, '..'))).toEqual(['postgres']);

    const durable = join(top, `${++made}`);
    prepare(durable, initdb, true);
    expect(await readFile(join(durable, 'PG_VERSION'), 'utf8')).not.toContain('--no-sync');
  });

  test.each([
    [
      'the program says why',
      'echo " no room " >&2; exit 1',
      /could not be created in .*: no room$/,
    ],
    ['something else has its name', 'mkdir -p ../postgres/x', /ENOTEMPTY/],
  ])('that cannot be created leaves no draft behind: %s', async (_, script, words) => {
    const data = join(top, `${++made}`, 'postgres');
    await mkdir(join(data, '..'));
    const initdb = await programOf(script);

    expect(() => prepare(data, initdb)).toThrow(words);
    expect((await readdir(join(data, '..'))).filter((name) => /-new-/.test(name))).toEqual([]);
  });

  test('that another process created meanwhile is used, and old drafts are deleted', async () => {
    const data = join(top, `${++made}`, 'postgres');
    const drafts = [500, 700].map((age) => ({ path: `${data}-new-${age}`, age }));
    for (const { path, age } of drafts) {
      await mkdir(path, { recursive: true });
      const changed = Date.now() / 1_000 - age;
      await utimes(path, changed, changed);
    }

    prepare(data, await programOf('mkdir ../postgres; echo other > ../postgres/PG_VERSION'));

    expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('other\n');
    expect((await readdir(join(data, '..'))).sort()).toEqual(['postgres', 'postgres-new-500']);
  });

  test('is not created beside one that an upgrade has set aside', async () => {
    const data = join(top, `${++made}`, 'postgres');
    await mkdir(`${data}-17`, { recursive: true });

    expect(sentenceOf(() => prepare(data))).toMatch(/interrupted.* rename postgres-17 to postgres/);
    expect(await readdir(join(data, '..'))).toEqual(['postgres-17']);
  });

  test('without a program to create it is reported', () => {
    expect(() => prepare(join(top, 'none'), '/nowhere/initdb')).toThrow(/: spawnSync .* ENOENT$/);
  });
});

describe('a lock left by a crash', () => {
  const lock = '.s.PGSQL.5432.lock';
  const drop = async (text: string, age = 0) => {
    const data = await folderOf({ 'postmaster.pid': text, [lock]: text });
    const changed = Date.now() / 1_000 - age;
    for (const name of ['postmaster.pid', lock]) await utimes(join(data, name), changed, changed);
    dropStaleLocks(data);
    return { data, left: (await readdir(data)).filter((name) => name !== 'global') };
  };

  test.each([
    ['of a process that lives and serves another folder', `${process.pid}\n/x\n`, 0, []],
    ['of that process, as a single server writes it', `-${process.pid}\n`, 0, []],
    ['of nobody, for PostgreSQL to judge', '4194999\n', 0, [lock, 'postmaster.pid']],
    ['that is empty and old', '', 3, []],
    ['that is empty and just made', '', 0, [lock, 'postmaster.pid']],
  ])('%s is removed if it belongs to no server of this folder', async (_, text, age, expected) => {
    const { data, left } = await drop(text, age);

    expect(left).toEqual(expected);
    expect(readPid(data)).toBe(left.length > 0 && text ? 4_194_999 : undefined);
  });

  test.runIf(process.platform === 'linux')('stays while its server lives', async () => {
    const data = await folderOf({});
    const server = spawn('sleep', ['30'], { cwd: data, stdio: 'ignore' });
    await once(server, 'spawn');
    await writeFile(join(data, 'postmaster.pid'), `${server.pid}\n`);

    dropStaleLocks(data);

    expect(readPid(data)).toBe(server.pid);
    server.kill();
    await once(server, 'exit');
  });

  test('is ignored if missing', async () => {
    const data = await folderOf({});

    dropStaleLocks(data);

    expect(await readdir(data)).toEqual(['global']);
    expect(readPid(data)).toBeUndefined();
  });
});
