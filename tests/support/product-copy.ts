import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles, top } from './source-files.ts';

/** All a product needs to build and start, but for the packages and the installation. */
const parts = [
  'index.html',
  'docs',
  'docs.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'public',
  'src',
];

/** An installation that adds nothing to the product. */
export const emptyInstallation: Readonly<Record<string, string>> = {
  'manifest.ts': `
import { defineInstallation } from '../api/extending.ts';
import { screens } from './screens.ui.ts';

export const installation = defineInstallation({ screens, actions: [], routes: [] });
`,
  'screens.ui.ts': `
import type { Screens } from '../admin/extending.ts';

export const screens: Screens = { pages: {}, tabs: [] };
`,
};

/** The installation that `docs/extending.md` explains, as its files are in a product. */
export async function exampleInstallation(): Promise<Readonly<Record<string, string>>> {
  const folder = 'tests/installation/examples';
  const paths = listFiles(folder).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const files = paths.map(async (path) => {
    const name = relative(folder, path);
    return [name, asInstalled(name, await readFile(join(top, path), 'utf8'))] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Compressing takes two thirds of the time of a build. `sizes.spec.ts` looks at what the product itself compresses. */
const withoutCompression = `
import type { Plugin } from 'vite';

export const precompress = (): Plugin => ({ name: 'precompress' });
`;

/** The text of a file of the examples as it is in `src/installation`, one folder nearer to the product. */
function asInstalled(name: string, text: string): string {
  const toSource = '../'.repeat(name.split('/').length);
  return text.replaceAll(/'(\.\.\/)+src\//g, `'${toSource}`);
}

/**
 * The product with another installation in place of ours, built but not compressed. Answers its folder. Who asks for a folder that is
 * there already gets what is in it.
 */
export async function buildProduct(
  folder: string,
  installation: Readonly<Record<string, string>>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  const ours = join(top, 'src/installation');
  for (const part of parts)
    await cp(join(top, part), join(making, part), {
      recursive: true,
      filter: (path) => path !== ours,
    });
  await writeFile(join(making, 'src/hosts/build/precompress.ts'), withoutCompression);
  await symlink(join(top, 'node_modules'), join(making, 'node_modules'));
  for (const [name, text] of Object.entries(installation)) {
    const path = join(making, 'src/installation', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const build = spawn(process.execPath, [join(making, 'src/hosts/build/build.ts')], {
    cwd: making,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`The build ended with ${code}`);
  // Another worker may have made it meanwhile.
  await rename(making, folder).catch(() => rm(making, { recursive: true }));
  return folder;
}
