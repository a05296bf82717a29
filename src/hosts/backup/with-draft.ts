import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../store/embedded/pid-file.ts';
import { stopLeftServer } from '../../store/embedded/postmaster.ts';
import { makePrivateFolder } from '../../store/private-folder.ts';
import { Refusal } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';

const NAME = /^restoring-(\d+)$/;

/**
 * Runs work that makes a database in a folder beside the one of the installation, and then removes the folder. The work
 * moves the database to its place when all of it is done. A killed restore leaves its folder, which the next one removes.
 */
export async function withDraft<Done>(
  dataDir: string,
  work: (draft: string) => Promise<Done>,
): Promise<Done> {
  await removeLeft(dataDir);
  const draft = join(dataDir, `restoring-${process.pid}`);
  makePrivateFolder(draft);
  try {
    return await work(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the folders of killed restores, and stops their servers, which have outlived them. */
async function removeLeft(dataDir: string): Promise<void> {
  for (const name of (await unlessMissing(readdir(dataDir))) ?? []) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    const folder = join(dataDir, name);
    // A container gives every restore the same number.
    if (Number(pid) !== process.pid && isAlive(Number(pid)))
      throw new Refusal([
        `Process ${pid} restores into this folder; wait until it ends. If it does something else, remove ${folder}`,
      ]);
    await stopLeftServer(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}
