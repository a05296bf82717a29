import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageHeaders } from '../../api/http/security-headers.ts';
import { endWorker, runWorker } from './service-worker.ts';

/**
 * In compressed bytes. Larger files are cached when they are first needed: the drawing of structures, and
 * the list of common passwords, which only people who choose a password need.
 */
const LARGEST = 200_000;
/** The start of the app; the API documentation has its own. */
const ENTRY = 'index.html';

/** One file of a build, in Vite's manifest. */
type BuiltFile = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** The service worker of a build, as a script for browsers. Its version changes with everything it caches. */
export async function readWorker(folder: string): Promise<{ version: string; script: string }> {
  const files = (await listFiles(folder)).filter((path) => sizeOf(join(folder, path)) <= LARGEST);
  const version = createHash('sha256')
    .update(await readFile(join(folder, ENTRY)))
    // The headers are cached with the page.
    .update(JSON.stringify([files, pageHeaders]))
    .update(String(runWorker))
    .digest('base64url')
    .slice(0, 16);
  return {
    version,
    script: `(${String(runWorker)})(self, ${JSON.stringify({ version, files })});\n`,
  };
}

/** The number of bytes that a browser loads. */
function sizeOf(path: string): number {
  return (statSync(`${path}.gz`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

/** For browsers that still have a worker where none is wanted. */
export const endScript = `(${String(endWorker)})(self);\n`;

/** All files that the app may load, found from its entry. */
async function listFiles(folder: string): Promise<string[]> {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path)) return [];
  const built = JSON.parse(await readFile(path, 'utf8')) as Record<string, BuiltFile>;
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const part = built[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    for (const file of [part.file, ...(part.css ?? []), ...(part.assets ?? [])])
      files.add(`/${file}`);
    for (const next of [...(part.imports ?? []), ...(part.dynamicImports ?? [])]) add(next);
  };
  add(ENTRY);
  return [...files].sort();
}
