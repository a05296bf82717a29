import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder nobody else may look into, and those above it, where they are not there. As root the embedded
 * server runs as another user, who has to pass through it. One folder after the other: where a file system
 * lets nobody make one, as `/proc`, a recursive `mkdir` of Node never ends.
 */
export function makePrivateFolder(path: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makePrivateFolder(dirname(path));
    try {
      mkdirSync(path, { mode });
    } catch (again) {
      // Another process was faster.
      if ((again as NodeJS.ErrnoException).code !== 'EEXIST') throw again;
    }
  }
}
