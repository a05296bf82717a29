import { requireItem } from '../../fields/require-entry.ts';
import { readFile } from 'node:fs/promises';
import { BlobFailure, type BlobStore } from '../../store/blobs/blob-store.ts';
import { describeTarget } from '../../store/blobs/blob-target.ts';
import { errorCode } from '../../store/connection/errors.ts';
import { openBlobs } from '../../store/blobs/open-blobs.ts';
import { isBackupName, type Manifest } from '../../store/backup/archive.ts';
import { listBackups, readManifest } from '../../store/backup/backups.ts';
import { DamagedBackup } from '../../store/backup/parts.ts';
import { createOpener, WrongKey, type Opener } from '../../store/backup/seal.ts';
import type { Environment } from '../environment.ts';
import { filesTarget } from '../open-files.ts';
import { applicationVersion } from '../../store/application-version.ts';
import { Refusal, refuseFile, refuseWith } from '../refusal.ts';
import { parseBackupTarget } from './read-backup-variables.ts';

/** What the system and PostgreSQL say of a full disk. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Opens the place of backups: the one that was named, or `BACKUP_TO`. */
export async function openBackupStore(
  environment: Environment,
  named: string | undefined,
): Promise<BlobStore> {
  const target = named === undefined ? environment.backupTo : parseBackupTarget(named);
  if (!target)
    throw new Refusal([
      named === undefined
        ? 'Set BACKUP_TO, or name a folder or s3://host/bucket/prefix'
        : 'Name a folder, or an address in the form s3://host/bucket/prefix?region=…',
    ]);
  const complete = filesTarget(environment, target);
  if ('bucket' in complete && !complete.credentials)
    throw new Refusal([
      `${describeTarget(complete)} needs credentials: in the address, or in FILES_KEY and FILES_SECRET`,
    ]);
  if (describeTarget(complete) === describeTarget(filesTarget(environment)))
    throw new Refusal([`${describeTarget(complete)} has the files of records; use another place`]);
  return await refuseWith(openBlobs(complete));
}

/** Reads the keys that open backups, from the environment or a file. Without any, only plain backups can be read. */
export async function openIdentities({
  backupIdentity,
}: Pick<Environment, 'backupIdentity'>): Promise<Opener> {
  if (backupIdentity === undefined) return createOpener([]);
  const text = backupIdentity.startsWith('AGE-SECRET-KEY-')
    ? backupIdentity
    : await readFile(backupIdentity, 'utf8').catch((error: unknown) => {
        throw refuseFile(
          error,
          (code) => `BACKUP_IDENTITY names a file that cannot be read (${code})`,
        );
      });
  const identities = text.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0)
    throw new Refusal(['BACKUP_IDENTITY has no secret key (AGE-SECRET-KEY-1…)']);
  return createOpener(identities);
}

/** Finds a backup by its name or time, by default the newest, and reads what it says of itself. */
export async function findBackup(
  store: BlobStore,
  open: Opener,
  time?: string,
): Promise<{ name: string; manifest: Manifest }> {
  const { backups } = await listBackups(store);
  const requestedName = time?.replace(/[-:]|\.\d+/g, '');
  const backup =
    requestedName === undefined ? backups[0] : backups.find(({ name }) => name === requestedName);
  if (!backup) {
    const times = backups.map(({ name }) => `  ${name}`);
    const none = requestedName === undefined ? 'no backup' : `no backup ${time}`;
    throw new Refusal([`There is ${none} in ${store.place}`, ...times]);
  }
  const manifest = await readManifest(store, open, backup.name);
  if (manifest.format !== 1 || isNewer(manifest.version, applicationVersion))
    throw new Refusal([
      `Version ${manifest.version} made this backup, and this is version ${applicationVersion}: restore it with version ${manifest.version} or newer`,
    ]);
  return { name: backup.name, manifest };
}

/** Whether a text is the time of a backup, and not a place. */
export function isBackupTime(text: string): boolean {
  return isBackupName(text.replace(/[-:]|\.\d+/g, ''));
}

/** Whether a version is newer than another. */
export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

/** Turns what is wrong with a store, a backup or a key into a sentence. */
export async function refuseTrouble<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrongKey)
      throw new Refusal(
        [
          'The backup is encrypted, and BACKUP_IDENTITY does not open it. Set it to the secret key (AGE-SECRET-KEY-1…) that belongs to BACKUP_KEY',
        ],
        { cause: error },
      );
    if (FULL.has(String(errorCode(error))))
      throw new Refusal(
        [
          'A disk is full: that of the backups, of the database or of temporary files. Make room and try again',
        ],
        { cause: error },
      );
    if (error instanceof DamagedBackup || error instanceof BlobFailure)
      throw new Refusal(
        [`${requireItem(error.message, 0).toUpperCase()}${error.message.slice(1)}`],
        {
          cause: error,
        },
      );
    throw error;
  }
}
