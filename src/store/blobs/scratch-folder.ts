import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';

/** In milliseconds. No upload lasts as long. */
const OLD = 24 * 3_600_000;

/** Makes a folder for files on their way in, and removes what servers that died have left in it. */
export async function openScratch(folder: string): Promise<string> {
  makePrivateFolder(folder);
  const before = Date.now() - OLD;
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    // Another server may have removed it first.
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
  return folder;
}
