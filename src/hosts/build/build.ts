import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { builtFolder, sourceHashFile, hashSources, isBuilt } from './built.ts';
import { bundleServer } from './bundle-server.ts';
import { projectFolder } from '../project.ts';
import { Refusal, runProgram } from '../refusal.ts';
import { findBundle } from './server-bundle.ts';

/**
 * The main program of `npm run build`: builds `dist/` from the sources of the browser, and `dist-server/` from those of
 * the server, each if they changed. Needs no network. An old build stays until the new one is complete.
 */
async function buildAll(): Promise<void> {
  await buildScreens();
  if (findBundle()) return;
  try {
    await bundleServer();
  } catch (error) {
    console.error(
      `The server runs from its sources, without a bundle: ${(error as Error).message}`,
    );
  }
}

async function buildScreens(): Promise<void> {
  if (isBuilt()) return console.log('The screens are up to date');
  console.log('Building the screens (only after their source code has changed) …');
  const hash = hashSources();
  const started = performance.now();
  const folder = `${builtFolder}.${process.pid}`;
  try {
    await build({
      root: projectFolder,
      // Bundled loading writes into node_modules, which may belong to another user.
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: folder },
    });
    await copyPreviousAssets(folder);
    await writeFile(join(folder, sourceHashFile), hash);
    await rm(builtFolder, { recursive: true, force: true });
    await rename(folder, builtFolder);
  } catch (error) {
    throw new Refusal(
      [
        `Building the screens failed: ${(error as Error).message}`,
        'Run `npm ci` to install all dependencies, and start as a user who can write to the project folder.',
      ],
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * A page opened before the build requests its own files as people continue. The files of the previous build
 * stay beside the new ones; those of older builds do not.
 */
async function copyPreviousAssets(folder: string): Promise<void> {
  const manifest = join(builtFolder, '.vite/manifest.json');
  if (!existsSync(manifest)) return;
  const entries: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(
    await readFile(manifest, 'utf8'),
  );
  const files = Object.values(entries).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  for (const path of new Set(files))
    for (const suffix of ['', '.br', '.gz']) {
      const [from, to] = [join(builtFolder, path + suffix), join(folder, path + suffix)];
      if (existsSync(from) && !existsSync(to)) await copyFile(from, to);
    }
}

await runProgram(buildAll);
