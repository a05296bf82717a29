import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';

/**
 * The hash of files of the project, by their paths from its top and their contents. A start waits for it, so it reads
 * one file after the other: with promises, 1,000 files took four times the processor time.
 */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    hash.update(`\0${path}\0`).update(read(join(projectFolder, path)));
  }
  return hash.digest('hex');
}

function read(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch {
    return 'missing';
  }
}
