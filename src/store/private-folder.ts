import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that nobody else may look into, and the missing ones above it. As root, the embedded server runs as
 * another user, who must pass through it. It makes one folder at a time: where a file system allows none, as `/proc`,
 * Node's recursive `mkdir` never ends.
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
    } catch (repeated) {
      // Another process made it first.
      if ((repeated as NodeJS.ErrnoException).code !== 'EEXIST') throw repeated;
    }
  }
}
