import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './project.ts';
import { Refusal } from './refusal.ts';
import { runProgram } from './run-program.ts';

/** Where the browser's part lies after a build. */
export const builtFolder = join(projectFolder, 'dist');

// What reaches the browser; `tests/architecture.test.ts` keeps the rest of `src/` out of it.
const sources = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'public',
  'src/admin',
  'src/descriptor',
  'src/exchange',
  'src/extensions',
  'src/fields',
  'src/hosts/browser.tsx',
  'src/hosts/precompress.ts',
  'src/hosts/trusted-types.ts',
];

/**
 * Builds the browser's part unless `dist/` was built from the very same sources.
 * Needs no network. The old build stays in place until the new one is whole.
 */
export async function buildBrowser(say: (line: string) => void): Promise<void> {
  const hash = await hashSources();
  if ((await readBuiltFrom()) === hash) return;
  say('Building the screens, once per change of their sources …');
  const started = performance.now();
  const folder = `${builtFolder}.${process.pid}`;
  try {
    const { build } = await import('vite');
    await build({
      root: projectFolder,
      // Loading it bundled writes into node_modules, which may belong to somebody else.
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: folder },
    });
    await writeFile(join(folder, '.built-from'), hash);
    await rm(builtFolder, { recursive: true, force: true });
    await rename(folder, builtFolder);
  } catch (error) {
    throw new Refusal(
      [
        `The screens cannot be built: ${(error as Error).message}`,
        'Run `npm ci` to have all dependencies, and start as a user who may write into the project.',
      ],
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function hashSources(): Promise<string> {
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

async function readBuiltFrom(): Promise<string | undefined> {
  try {
    return await readFile(join(builtFolder, '.built-from'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

if (import.meta.main) await runProgram(() => buildBrowser(console.log));
