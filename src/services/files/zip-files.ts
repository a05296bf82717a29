import { requireEntry } from '../../fields/require-entry.ts';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mostBytes, type FileSettings } from '../../fields/files/file-settings.ts';
import type { Field } from '../../fields/type/field.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { sizeParams } from '../../fields/problems/size-params.ts';
import type { FileSource } from '../../files/import/write/place-files.ts';
import { cleanName } from '../../files/media/clean-name.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { Actor, Store } from '../../store/store.ts';
import { insertUpload, removeUpload } from '../../store/system/files/uploads.ts';
import type { Services } from '../acting.ts';
import {
  acceptFile,
  type Arrived,
  examineFile,
  type FileServices,
  checkLimits,
} from './accept-file.ts';
import type { OpenedZip } from './read-zip.ts';

/** The files of a ZIP as an import needs them, and which of them no row has named. */
export type ZipFiles = FileSource & {
  isComing(id: string): boolean;
  unused(): { count: number; paths: string[] };
};

/** Files by their paths. */
export type UnpackedFiles = Pick<OpenedZip, 'files' | 'find' | 'sizeOf' | 'unpack'>;

type Importing = {
  services: FileServices & Pick<Services, 'fileLimits'> & { store: Pick<Store, 'nameableFiles'> };
  by: Pick<Actor, 'userId'>;
  dryRun: boolean;
};

/** The most paths that a summary lists. */
const LISTED = 100;

/** Reads the files of a ZIP for an import. Each is stored once for each field that has it, by the rules of uploads. */
export function createZipFiles(zip: UnpackedFiles, { services, by, dryRun }: Importing): ZipFiles {
  const used = new Set<string>();
  const accepted = new Map<string, Promise<FileValue | Problem>>();
  const hashes = new Map<string, Promise<string | undefined>>();
  const coming = new Set<string>();
  /** Of a dry run, which stores none of them. */
  let planned = 0;

  const plan = async (field: Field, arrived: Arrived) => {
    const examined = await examineFile(services, field, arrived);
    if ('code' in examined) return examined;
    planned += arrived.size;
    const { type, size, sha256 } = examined;
    const file = { id: newId(), name: arrived.name, type, size, sha256 };
    coming.add(file.id);
    return file;
  };

  const accept = async (resource: string, field: Field, path: string) => {
    const size = zip.sizeOf(path);
    const most = mostBytes(field.settings as FileSettings);
    if (size > most) return problem('V065', '', sizeParams(most));
    const limited = by.userId === null ? undefined : by.userId;
    const full =
      limited !== undefined && (await checkLimits(services, limited, planned + size)).full;
    if (full) return full;
    const uploadId = newId();
    const to = join(services.blobs.scratch, randomUUID());
    const name = cleanName(path);
    const upload = { id: uploadId, createdBy: by.userId ?? 'command', name, size };
    try {
      const sha256 = await zip.unpack(path, to);
      if (sha256 === undefined) return problem('I068', '', { value: path });
      const arrived = { uploadId, path: to, name, size, sha256 };
      if (dryRun) return await plan(field, arrived);
      await insertUpload(services.database, { ...upload, resource, field: field.name });
      return await acceptFile(services, field, arrived, by.userId);
    } finally {
      await rm(to, { force: true });
      if (!dryRun) await removeUpload(services.database, uploadId);
    }
  };

  return {
    async known(ids) {
      const files = await services.store.nameableFiles(ids, by);
      return new Map(files.map((file) => [file.id, file]));
    },
    find(written) {
      const path = zip.find(written);
      if (path !== undefined) used.add(path);
      return path;
    },
    async isSame(path, { size, sha256 }) {
      if (zip.sizeOf(path) !== size) return false;
      if (!hashes.has(path)) hashes.set(path, zip.unpack(path));
      return (await hashes.get(path)) === sha256;
    },
    accept(resource, field, path) {
      const key = `${resource.name} ${field.name} ${path}`;
      if (!accepted.has(key)) accepted.set(key, accept(resource.name, field, path));
      return requireEntry(accepted, key);
    },
    isComing: (id) => coming.has(id),
    unused() {
      const paths = zip.files.filter((path) => !used.has(path));
      return { count: paths.length, paths: paths.slice(0, LISTED) };
    },
  };
}
