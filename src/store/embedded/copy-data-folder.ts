import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { errorCode } from '../connection/errors.ts';
import type { QueryRunner } from '../store.ts';

/** Their contents belong to the running server; it wants the folders, as the documentation of base backups says. */
export const leftEmpty = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Of the cluster, before the copy: the space for what changes during it. */
const ROOM = 256 * 10 ** 6;

/**
 * Copies the data folder of a running server into a new folder, as `pg_basebackup` does: a server that starts there
 * sees all that was committed. Writers continue meanwhile. Returns how many bytes there are.
 */
export async function copyDataFolder(
  connection: QueryRunner,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const size = await connection.value<number>('select sum(pg_database_size(oid)) from pg_database');
  await mkdir(to, { mode: 0o700 });
  const { bavail, bsize } = await statfs(to);
  if (bavail * bsize < size + ROOM)
    throw new Error(
      `A copy of the database needs ${toSizeText(size + ROOM, 'en')} in ${to}, and ${toSizeText(bavail * bsize, 'en')} are free.`,
    );
  // Keeps the log from the start of the copy until this connection ends.
  await connection.query(
    `select pg_create_physical_replication_slot('backoffice_copy_' || pg_backend_pid(), true, true)`,
  );
  await connection.query(`select pg_backup_start('backoffice copy', true)`);
  await copyFolder(from, to, (name) => name === 'pg_wal' || leftEmpty.has(name));
  const stopped = await connection.only<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await writeFile(join(to, 'backup_label'), stopped.labelfile, { mode: 0o600 });
  // Last, because recovery needs everything up to the end of the copy.
  await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'), () => false);
  return size;
}

/** Without sockets and pid files. Files that vanish meanwhile are of dropped tables; the log knows that too. */
async function copyFolder(
  from: string,
  to: string,
  isLeftEmpty: (name: string) => boolean,
): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700, recursive: true });
      if (!isLeftEmpty(entry.name)) await copyFolder(source, target, () => false);
    } else if (entry.isFile() && !entry.name.startsWith('postmaster.')) {
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
  }
}
