import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './project.ts';
import { Refusal } from './refusal.ts';
import { unlessMissing } from './unless-missing.ts';

/** The folder of the built screens. */
export const builtFolder = join(projectFolder, 'dist');

/** The file in it with the hash of the sources. */
export const sourceHashFile = '.built-from';

/**
 * Builds the screens unless they were built from the current sources. Uses a separate process, because a
 * build needs ten times the memory of the server and gives none of it back.
 */
export async function ensureBuilt(): Promise<void> {
  if (await isBuilt()) return;
  const build = spawn(process.execPath, [join(projectFolder, 'src/hosts/build.ts')], {
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Refusal(['Backoffice cannot start without its screens.']);
}

export async function isBuilt(): Promise<boolean> {
  const from = await unlessMissing(readFile(join(builtFolder, sourceHashFile), 'utf8'));
  return from === (await hashSources());
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
  'src/hosts/chunk-namer.ts',
  'src/hosts/docs.ts',
  'src/hosts/precompress.ts',
  'src/hosts/trusted-types.ts',
  'src/installation',
];

export async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const path of await filesUnder(join(projectFolder, source)))
      hash.update(path.slice(projectFolder.length)).update(await readFile(path));
  return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((entry) => join(entry.parentPath, entry.name)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
