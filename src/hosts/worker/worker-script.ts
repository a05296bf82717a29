import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageHeaders } from '../../api/http/security-headers.ts';
import { endWorker, runWorker } from './service-worker.ts';

/**
 * Compressed bytes. A larger file is kept when it was needed once: the drawing of structures, and the list of common
 * passwords, which only those need who choose one.
 */
const LARGEST = 200_000;
/** What all begins with; the documentation of the API begins elsewhere. */
const ENTRY = 'index.html';

/** One file in what Vite says of a build. */
type BuiltFile = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** The service worker for a build, as the script browsers are given. Its version changes with all that it keeps. */
export async function readWorker(folder: string): Promise<{ version: string; script: string }> {
  const files = (await listFiles(folder)).filter((path) => sizeOf(join(folder, path)) <= LARGEST);
  const version = createHash('sha256')
    .update(await readFile(join(folder, ENTRY)))
    // They are kept with the page.
    .update(JSON.stringify([files, pageHeaders]))
    .update(String(runWorker))
    .digest('base64url')
    .slice(0, 16);
  return {
    version,
    script: `(${String(runWorker)})(self, ${JSON.stringify({ version, files })});\n`,
  };
}

/** What a browser loads for it. */
function sizeOf(path: string): number {
  return (statSync(`${path}.gz`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

/** For browsers that still have a worker where none is wanted. */
export const endScript = `(${String(endWorker)})(self);\n`;

/** Everything the app may load, from its entry on. */
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
