import { sizeParams } from '../../fields/problems/size-params.ts';
import { readUsage, type FileUsage } from '../../store/system/files/uploads.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Field } from '../../fields/type/field.ts';
import type { FileSettings } from '../../fields/files/file-settings.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { FoundType } from '../../files/media/detect-type.ts';
import { checkFileName } from '../../files/media/check-file-name.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { refuseFile } from '../../store/records/files/name-files.ts';
import { claimBlob, findWithheld, insertFile } from '../../store/system/files/stored-files.ts';
import type { Services } from '../acting.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** The parts needed to store a file. */
export type FileServices = Pick<Services, 'blobs' | 'database' | 'media' | 'scan'>;

/** A complete file on disk, in the folder of the store for incoming files. */
export type Arrived = {
  uploadId: string;
  path: string;
  name: string;
  size: number;
  sha256: string;
};

/**
 * Examines a file by its content, stores its bytes and adds it to the files that records can have. A refused file
 * leaves nothing behind, except for its upload, which the caller removes.
 */
export async function acceptFile(
  services: FileServices,
  field: Field,
  arrived: Arrived,
  by: string | null,
): Promise<FileValue | Problem> {
  const { blobs, database, scan } = services;
  const examined = await examineFile(services, field, arrived);
  if ('code' in examined) return examined;
  const { type, sha256, size, charset } = examined;
  // Bytes that an earlier scanner refused stay so; the one that there is has just let them pass.
  if (!scan && (await findWithheld(database, [sha256], false))) return problem('V068', '');
  await database.transaction((sql) => claimBlob(sql, arrived.uploadId, { sha256, size }));
  await blobs.put(sha256, arrived.path, size);
  const file: FileValue = { id: newId(), name: arrived.name, type, size, sha256 };
  const isAdded = await database.transaction((sql) =>
    insertFile(sql, arrived.uploadId, { ...file, createdBy: by, charset }, scan !== undefined),
  );
  return isAdded ? file : problem('S001', '');
}

type Examined = Pick<FileValue, 'type' | 'size' | 'sha256'>;

/** The type of a file by its content, or why it is refused. Changes the file where it hides a location. */
export async function examineFile(
  { media, scan }: Pick<FileServices, 'media' | 'scan'>,
  field: Field,
  { path, name, size, sha256 }: Omit<Arrived, 'uploadId'>,
): Promise<(Examined & Pick<FoundType, 'charset'>) | Problem> {
  if (size === 0) return problem('V067', '');
  const details = await media.type(path, name);
  const { type } = details;
  const refused =
    checkFileName(name, type) ?? refuseFile(field, { type, size }) ?? (await inspect());
  if (refused) return refused;
  const { keepLocation } = field.settings as FileSettings;
  const stripped = !keepLocation && (await media.stripLocation(path, type));
  if (typeof stripped === 'object') return problem('V072', '');
  const verdict = await scan?.(path);
  if (verdict === 'infected') return problem('V068', '');
  if (verdict === 'failed') return problem('S039', '');
  return { ...details, ...(stripped ? await hashFile(path) : { size, sha256 }) };

  async function inspect(): Promise<Problem | undefined> {
    const facts = await media.inspect(path, type);
    return 'code' in facts ? facts : undefined;
  }
}

/** The refusal of a file. A scanner that could not be asked may answer later. */
export function refuseUpload(reason: Problem): Refusal {
  return refuse(reason, reason.code === 'S039' ? { headers: { 'Retry-After': '30' } } : {});
}

/** What a person has, and the problem of so many bytes more: too much for what the person and all may have. */
export async function checkLimits(
  { database, fileLimits: { perUser, all } = {} }: Pick<Services, 'database' | 'fileLimits'>,
  userId: string,
  bytes: number,
): Promise<{ usage: FileUsage; full: Problem | undefined }> {
  const limits = { own: perUser !== undefined, all: all !== undefined };
  const usage = await readUsage(database, userId, limits);
  if (perUser !== undefined && usage.own + bytes > perUser)
    return { usage, full: problem('A024', '', sizeParams(perUser)) };
  if (all !== undefined && usage.all + bytes > all)
    return { usage, full: problem('S037', '', sizeParams(all)) };
  return { usage, full: undefined };
}

async function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { size, sha256: hash.digest('hex') };
}
