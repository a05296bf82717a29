import { countNoun } from '../../fields/count-noun.ts';
import {
  findBackup,
  openBackupStore,
  openIdentities,
  refuseTrouble,
} from '../backup/backup-store.ts';
import { createProgress } from '../backup/progress.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withReplacement } from './with-replacement.ts';

export const restore: Verb = {
  summary: 'Restores a backup into an empty installation.',
  usage: 'SOURCE [--backup TIME]',
  help: [
    '',
    'SOURCE is where the backups are: a folder or s3://host/bucket/prefix?region=…. The database must have no records',
    'and no people, and no server may run on it. Set BACKUP_IDENTITY to the secret key, or to a file that has it.',
    'If an earlier PostgreSQL wrote the embedded database, the restored one takes its place, and the old data is kept.',
    '',
    '  --backup TIME  the backup to restore, as `backup --list` prints it (default: the newest)',
    '',
    'It checks the whole backup before it writes, and restores everything or nothing. You can run it again.',
  ],
  options: { backup: { type: 'string' } },
  run: async (call) => {
    const [source, ...more] = call.args;
    if (source === undefined || more.length > 0)
      throw new UsageError('restore requires one source');
    return await refuseTrouble(() => restoreFrom(call, source));
  },
};

async function restoreFrom(call: Call, source: string): Promise<ExitCode> {
  const { environment, options, print, answer } = call;
  const store = await openBackupStore(environment, source);
  const open = await openIdentities(environment);
  const time = options['backup'];
  const { name, manifest } = await findBackup(
    store,
    open,
    typeof time === 'string' ? time : undefined,
  );
  const { done: left, former } = await withReplacement(environment, (database, url) =>
    restoreBackup(environment, {
      database,
      url,
      store,
      open,
      backup: name,
      manifest,
      report: createProgress(print),
    }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { count, missing } = manifest.files;
  print(
    `Restored backup ${name}: ${countNoun(rows, 'row')} and ${countNoun(count - missing.length, 'file')}`,
  );
  for (const sha256 of missing) print(`missing in the backup: ${sha256}`);
  for (const sentence of left) print(sentence);
  if (former)
    print(
      `The data of PostgreSQL ${former.version} is kept in ${former.path}. When the new version works, remove it with: npx backoffice upgrade --confirm`,
    );
  answer({ name, at: manifest.at, rows, files: count, missing, left, former });
  return 0;
}
