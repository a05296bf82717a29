import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { isPackage, projectFolder } from '../project.ts';
import { Refusal } from '../refusal.ts';

/** The folder of the built screens. */
export const builtFolder = join(projectFolder, 'dist');

/** The file in it with the hash of the sources. */
export const sourceHashFile = '.built-from';

/**
 * Builds the screens unless they were built from the current sources, and the bundle of the server unless this server
 * runs from it. Uses a separate process, because a build needs ten times the memory of the server and gives none of it
 * back.
 */
export async function ensureBuilt(isBundled: boolean): Promise<void> {
  if (isBundled && isBuilt()) return;
  const build = spawn(process.execPath, [join(projectFolder, 'src/hosts/build/build.ts')], {
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Refusal(['Backoffice cannot start without its screens.']);
}

export function isBuilt(): boolean {
  const file = join(builtFolder, sourceHashFile);
  return existsSync(file) && (isPackage || readFileSync(file, 'utf8') === hashSources());
}

// Everything that reaches the browser; `tests/architecture.test.ts` keeps out the rest of `src/`.
const sources = [
  'index.html',
  'docs',
  'docs.html',
  'package-lock.json',
  'vite.config.ts',
  'public',
  'src/admin',
  'src/descriptor',
  'src/fields',
  'src/files',
  'src/hosts/browser.tsx',
  'src/hosts/build/chunk-namer.ts',
  'src/hosts/build/docs.ts',
  'src/hosts/build/precompress.ts',
  'src/hosts/trusted-types.ts',
  'src/installation',
];

export function hashSources(): string {
  return hashFiles(sources.flatMap(filesUnder));
}

function filesUnder(path: string): string[] {
  const folder = join(projectFolder, path);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectFolder, join(entry.parentPath, entry.name)))
    .sort();
}
