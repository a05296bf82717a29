import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the checks of this part leave what they make; gone at the end. */
export const workFolder = mkdtempSync(join(tmpdir(), 'backoffice-ship-'));

export async function removeWorkFolder(): Promise<void> {
  await rm(workFolder, { recursive: true, force: true });
}
