import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '../../support/sign-in.ts';
import { withoutOurs } from '../../support/run-server.ts';
import { top } from '../../support/source-files.ts';
import type { Check } from '../part.ts';
import { runCommand } from '../run-command.ts';
import { runUntilReady } from './run-until-ready.ts';
import { workFolder } from './work-folder.ts';

const PASSWORD = 'nine quiet lakes behind';
const tarball = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  return join(top, `backoffice-${version}.tgz`);
};

const licencesOf = ({ licenses = [] }: { licenses?: unknown[] }) => JSON.stringify(licenses);

export const packageChecks: readonly Check[] = [
  {
    name: 'npm run package writes a tarball',
    run: async () => {
      await runCommand('npm', ['run', 'package'], { cwd: top });
      const { size } = await stat(await tarball());
      return `${(size / 1e6).toFixed(1)} MB`;
    },
  },
  {
    name: 'the tarball lists every package of the product with its licence (CycloneDX)',
    run: async () => {
      const text = await readFile(join(top, 'dist-package/sbom.cdx.json'), 'utf8');
      const { bomFormat, components } = JSON.parse(text);
      const bare = components.filter(
        (each: object) => !/"(id|name|expression)":"[^"]+"/.test(licencesOf(each)),
      );
      const names = new Set(components.map(({ name }: { name: string }) => name));
      const missing = (await readProductPackages()).filter((name) => !names.has(name));
      if (bomFormat !== 'CycloneDX' || missing.length + bare.length > 0)
        throw new Error(`Without a licence: ${bare.length}. Missing: ${missing.join(', ')}`);
      return `${components.length} components`;
    },
  },
  {
    name: 'npx runs the tarball in an empty folder, with the embedded database and the sample',
    run: async () => {
      const folder = join(workFolder, 'empty');
      await mkdir(folder, { recursive: true });
      // By another path each time, because npx remembers packages by their paths.
      const copy = join(workFolder, 'backoffice.tgz');
      await copyFile(await tarball(), copy);
      const started = performance.now();
      const env = { ...withoutOurs(process.env), PORT: '0', ADMIN_PASSWORD: PASSWORD };
      const args = ['--yes', `--package=${copy}`, '--', 'backoffice', 'start'];
      const server = await runUntilReady('npx', args, { cwd: folder, env });
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const { call } = await signIn(server.url, 'admin@example.org', PASSWORD);
      const { body } = await call('GET', '/api/chems?_perPage=1');
      const page = await fetch(server.url);
      await server.end();
      const made = await readdir(folder);
      if (!(body.total > 100) || page.status !== 200 || made.join() !== 'data')
        throw new Error(`${body.total} records, status ${page.status}, ${made.join()}`);
      return `ready after ${seconds} s with ${body.total} chemicals; wrote only ./data`;
    },
  },
];

async function readProductPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(top, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; devOptional?: boolean }>(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path.split('node_modules/').at(-1)!);
}
