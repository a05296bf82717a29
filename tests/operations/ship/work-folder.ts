import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Where the checks of this part leave what they make, in memory if it has room for images; gone at the end. */
export const workFolder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'backoffice-ship-'));

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= 8e9;
}

export async function removeWorkFolder(): Promise<void> {
  await rm(workFolder, { recursive: true, force: true });
}
