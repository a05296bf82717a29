import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageHeaders } from '../../api/http/answer/security-headers.ts';
import { endWorker, runWorker } from './service-worker.ts';

/**
 * In compressed bytes. A larger part that loads on demand is cached when it is first needed: the drawing of
 * structures, the list of common passwords, the reader of PDFs. What several parts share is always cached.
 */
const LARGEST_PART = 100_000;
/** The start of the app; the API documentation has its own. */
const ENTRY = 'index.html';

/** One file of a build, in Vite's manifest. */
type BuiltFile = {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** The service worker of a build, as a script for browsers. Its version changes with everything it caches. */
export async function readWorker(folder: string): Promise<{ version: string; script: string }> {
  const files = await listFiles(folder);
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

/** The files that the app may load, found from its entry, without its largest parts. */
async function listFiles(folder: string): Promise<string[]> {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path)) return [];
  const built = JSON.parse(await readFile(path, 'utf8')) as Record<string, BuiltFile>;
  const files = new Set<string>();
  const seen = new Set<string>();
  const isLarge = (file: string): boolean => sizeOf(join(folder, file)) > LARGEST_PART;
  const add = (name: string): void => {
    const part = built[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    if (part.isDynamicEntry && isLarge(part.file)) return;
    files.add(`/${part.file}`);
    for (const file of [...(part.css ?? []), ...(part.assets ?? [])])
      if (!isLarge(file)) files.add(`/${file}`);
    for (const next of [...(part.imports ?? []), ...(part.dynamicImports ?? [])]) add(next);
  };
  add(ENTRY);
  return [...files].sort();
}
