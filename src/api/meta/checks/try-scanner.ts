import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiServices } from '../../api-services.ts';

/** Shows a harmless file to the virus scanner, in the folder of uploads, where the scanner needs the same rights. */
export async function tryScanner(scan: NonNullable<ApiServices['scan']>, folder: string) {
  const path = join(folder, randomUUID());
  try {
    await writeFile(path, 'Is the scanner there?');
    return await scan(path);
  } finally {
    await rm(path, { force: true });
  }
}
