import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { writePackageFiles } from '../../src/hosts/build/package-files.ts';
import { makePdf } from '../support/make-pdf.ts';
import { withoutOurs } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const PASSWORD = 'nine quiet lakes behind the hills';
const folder = await openTemporaryFolder();
const packages = join(folder, 'node_modules');
const command = join(packages, 'backoffice/src/hosts/command.mjs');

beforeAll(async () => {
  await writePackageFiles(join(packages, 'backoffice'));
  await linkPackages(join(packages, 'backoffice'));
});

test('a package starts its sample in an empty folder, and reads workbooks and documents', async () => {
  const cwd = join(folder, 'empty');
  await mkdir(cwd);
  const server = await start(cwd, {});
  const { token } = await signIn(server.url, 'admin@example.org', PASSWORD);
  const headers = { Authorization: `Bearer ${token}` };
  const workbook = await fetch(`${server.url}/api/sources/export?format=xlsx`, { headers });
  const form = new FormData();
  form.set('file', new File([await workbook.arrayBuffer()], 'sources.xlsx'));
  const imported = await fetch(`${server.url}/api/sources/import`, {
    method: 'POST',
    headers,
    body: form,
  });
  const uploaded = await fetch(`${server.url}/api/files?field=sources.document`, {
    method: 'POST',
    headers: { ...headers, 'Content-Disposition': 'attachment; filename=study.pdf' },
    body: new Uint8Array(makePdf(['words'])),
  });
  const code = await server.end();

  expect(server.lines[0]).toMatch(
    /^There is no resources\.json in this folder\. Backoffice starts its sample, .*backoffice\/resources\.json$/,
  );
  expect(await imported.json()).toMatchObject({ failed: expect.any(Number), created: 0 });
  expect(await uploaded.json()).toMatchObject({ name: 'study.pdf', type: 'application/pdf' });
  expect(await readdir(cwd)).toEqual(['data']);
  expect(code).toBe(0);
});

test('a package starts the descriptor of its folder', async () => {
  const cwd = join(folder, 'own');
  await mkdir(cwd);
  const source = JSON.parse(await readFile(join(top, 'resources.json'), 'utf8'));
  source.app.title = 'Shop';
  await writeFile(join(cwd, 'resources.json'), JSON.stringify(source));

  const server = await start(cwd, { SAMPLE_DATA: '0' });
  const { call } = await signIn(server.url, 'admin@example.org', PASSWORD);
  const config = await call('GET', '/api/config');
  await server.end();

  expect(server.lines.join('\n')).not.toContain('sample');
  expect(config.body.descriptor.app.title).toBe('Shop');
});

test('a package does not load its sample into a configured database', async () => {
  const child = spawn(process.execPath, [command, 'start'], {
    cwd: packages,
    env: { ...withoutOurs(process.env), DATABASE_URL: 'postgresql://127.0.0.1:1/shop' },
  });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);

  expect(err).toContain('node_modules/resources.json cannot be read (ENOENT)');
  expect(code).toBe(1);
});

test('a package checks a descriptor and writes a client', async () => {
  const env = {
    ...withoutOurs(process.env),
    RESOURCES: join(packages, 'backoffice/resources.json'),
  };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [command, ...args], { cwd: folder, env, encoding: 'utf8' });

  expect(run('check').stdout).toContain('no problems');
  expect(run('schema', '--out', 'client').stdout).toContain('Wrote client/create-client.ts');
});

const older = findOlderNode();

test.skipIf(older === undefined)(
  'a package names the required Node version on an older one',
  () => {
    for (const program of ['command.mjs', 'start.mjs']) {
      const path = join(packages, 'backoffice/src/hosts', program);
      const { status, stderr } = spawnSync(older!.path, [path, 'start'], { encoding: 'utf8' });

      expect(stderr).toBe(
        `Backoffice requires Node 24, but this is Node ${older!.version}. Install Node 24 or newer, and run the command again\n`,
      );
      expect(status).toBeGreaterThan(0);
    }
  },
);

/** A Node of this machine that is too old. */
function findOlderNode(): { path: string; version: string } | undefined {
  const paths = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' }).stdout.trim().split('\n');
  return paths
    .map((path) => ({
      path,
      version: spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1) ?? '',
    }))
    .find(({ version }) => Number.parseInt(version, 10) < 24);
}

/** What npm would install for the package: the packages that it names, and those that these name. */
async function linkPackages(project: string, depth = 2): Promise<void> {
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const named = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const name of Object.keys(named)) {
    const installed = join(top, 'node_modules', name);
    if (!existsSync(installed)) continue;
    await mkdir(dirname(join(packages, name)), { recursive: true });
    if (!existsSync(join(packages, name))) await symlink(installed, join(packages, name));
    if (depth > 1) await linkPackages(installed, depth - 1);
  }
}

async function start(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [command, 'start', '--without-screens'], {
    cwd,
    env: { ...withoutOurs(process.env), PORT: '0', ADMIN_PASSWORD: PASSWORD, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = /is ready at (http:\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(lines.join('\n'))));
  });
  const end = async () => {
    child.kill('SIGTERM');
    return await ended;
  };
  return { url, lines, end };
}
