import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { projectFolder } from '../project.ts';

/**
 * The folder of the bundled server: `built-from.json` and, below its hash, the files of the bundle. A server that
 * runs loads some of its files later, so those of another build have other names.
 */
export const bundleFolder = join(projectFolder, 'dist-server');

/** What the current bundle was made from. */
export type BuiltFrom = {
  /** The source files in it, from the top of the project. */
  sources: readonly string[];
  /** The hash of their paths and contents. */
  hash: string;
  /** The packages that it loads from `node_modules`. */
  packages: readonly string[];
};

export const builtFromFile = 'built-from.json';

/** The main file of the bundle; undefined if there is none or a source has changed since. */
export function findBundle(folder = bundleFolder): string | undefined {
  const from = readBuiltFrom(folder);
  if (from === undefined || hashFiles(from.sources) !== from.hash) return undefined;
  const main = join(folder, from.hash, 'start.mjs');
  return existsSync(main) ? main : undefined;
}

export function readBuiltFrom(folder: string): BuiltFrom | undefined {
  const path = join(folder, builtFromFile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
