import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from '../../files/import/write/place-files.ts';
import type { Actor, Store } from '../../store/store.ts';
import { findSameFile } from '../../store/system/files/stored-files.ts';
import type { FileServices } from '../../services/files/accept-file.ts';
import { createZipFiles, type UnpackedFiles } from '../../services/files/zip-files.ts';

/** The folder in a sample with the files that its records name. */
const FOLDER = 'files';

/**
 * The files of a sample, which its rows name by their paths, such as `files/study.pdf`. They are stored by the rules of
 * uploads. A file that the same actor has stored before is not stored again.
 */
export async function openSampleFiles(
  folder: string,
  services: FileServices & { store: Pick<Store, 'nameableFiles'> },
  by: Pick<Actor, 'userId'>,
): Promise<FileSource> {
  const unpacked = await unpackedFiles(folder);
  const files = createZipFiles(unpacked, { services, by, dryRun: false });
  return {
    ...files,
    async accept(resource, field, path) {
      const sha256 = await unpacked.unpack(path);
      const file = { sha256, name: basename(path), createdBy: by.userId };
      return (
        (await findSameFile(services.database, file)) ?? (await files.accept(resource, field, path))
      );
    },
  };
}

async function unpackedFiles(folder: string) {
  const names = await readdir(join(folder, FOLDER)).catch(() => []);
  const files = names.map((name) => `${FOLDER}/${name}`);
  return {
    files,
    find: (path: string) => files.find((file) => file === path),
    sizeOf: (path: string) => statSync(join(folder, path)).size,
    async unpack(path: string, to?: string): Promise<string> {
      if (to !== undefined) await copyFile(join(folder, path), to);
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, path)), hash);
      return hash.digest('hex');
    },
  } satisfies UnpackedFiles;
}
