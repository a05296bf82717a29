import { chown, mkdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  isShuttingDown,
  rotateLog,
  startPostmaster,
  stopPostmaster,
} from '../../src/store/embedded/postmaster.ts';
import { openSocketFolder, socketName } from '../../src/store/embedded/socket-folder.ts';
import { findSystemUser } from '../../src/store/embedded/system-user.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const top = await openTemporaryFolder();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const placeOf = (postgres: string) => ({
  data: top,
  socket: top,
  logFile: join(top, 'log'),
  user: undefined,
  binaries: { initdb: '', postgres, majorVersion: 18 },
  settings: {},
});

test('a server whose program is missing is refused with a remedy', async () => {
  await expect(startPostmaster(placeOf('/nowhere/postgres'))).rejects.toThrow(
    /^The embedded PostgreSQL could not be started: spawn .* ENOENT\. Set DATABASE_URL/,
  );
});

test('a server that is gone counts as stopped', async () => {
  await writeFile(join(top, 'postmaster.pid'), '4194998\n');

  expect(await stopPostmaster(placeOf(''), 4_194_999)).toBe(true);
  expect(await isShuttingDown(top)).toBe(false);
});

test.each([
  [10, false],
  [11, true],
])('a log of %d bytes with a limit of 10 is rotated: %s', async (size, isMoved) => {
  const log = join(top, `log-${size}`);
  await writeFile(log, '');
  await truncate(log, size);

  rotateLog(log, 10);
  rotateLog(join(top, 'none'), 10);

  expect((await stat(log)).size).toBe(isMoved ? 0 : size);
  expect(
    await stat(`${log}.1`).then(
      ({ size: kept }) => kept,
      () => undefined,
    ),
  ).toBe(isMoved ? size : undefined);
});

test.each([0, 1])('a socket whose path is %d too long is reached by a link', (more) => {
  const data = `/${'d'.repeat(103 - 2 - socketName.length + more)}`;
  expect(Buffer.byteLength(join(data, socketName))).toBe(103 + more);

  const { path, close } = openSocketFolder(data);

  expect(path === data).toBe(more === 0);
  close();
});

describe('the user that the server runs as', () => {
  const asRoot = () => vi.spyOn(process, 'getuid').mockReturnValue(0);
  /** A machine that knows these users: in `id` of its own. */
  async function useMachine(name: string, users: string[]): Promise<void> {
    const bin = join(top, name);
    await mkdir(bin);
    const cases = users.map(
      (user, n) => `"-u ${user}") echo ${n + 70};; "-g ${user}") echo ${n + 80};;`,
    );
    const script = `#!/bin/sh\ncase "$*" in ${cases.join(' ')} *) exit 1;; esac\n`;
    await writeFile(join(bin, 'id'), script, { mode: 0o755 });
    vi.stubEnv('PATH', bin);
  }

  test('is the current user, unless that is root', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1_000);

    expect(findSystemUser(top)).toBeUndefined();
  });

  test.each([
    ['a', ['nobody', 'postgres'], { uid: 71, gid: 81 }],
    ['b', ['nobody', '_postgres'], { uid: 71, gid: 81 }],
    ['c', ['nobody', 'other'], { uid: 70, gid: 80 }],
  ])('is the machine’s own for root (%s)', async (name, users, expected) => {
    asRoot();
    await useMachine(name, users);

    expect(findSystemUser(join(top, 'missing'))).toEqual(expected);
  });

  test('does not exist on a machine without one', async () => {
    asRoot();
    await useMachine('d', ['other']);

    expect(() => findSystemUser(join(top, 'missing'))).toThrow(/^PostgreSQL does not run as root/);
  });

  test.runIf(process.getuid?.() === 0)('is the owner of existing data', async () => {
    const data = join(top, 'data');
    await mkdir(data);
    expect(findSystemUser(data)?.uid).not.toBe(12_345);

    await chown(data, 12_345, 12_346);

    expect(findSystemUser(data)).toEqual({ uid: 12_345, gid: 12_346 });
  });
});
