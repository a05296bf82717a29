import { countNoun } from '../../fields/problems/count-noun.ts';
import {
  findBackup,
  openBackupStore,
  openIdentities,
  refuseTrouble,
} from '../backup/backup-store.ts';
import { createProgress } from '../backup/progress.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { restoreMoment } from '../backup/restore-moment.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withReplacement } from './with-replacement.ts';

export const restore: Verb = {
  summary: 'Restores a backup into an empty installation.',
  usage: 'SOURCE [--backup TIME | --at MOMENT]',
  help: [
    '',
    'SOURCE is where the backups are: a folder or s3://host/bucket/prefix?region=…. The database must have no records',
    'and no people, and no server may run on it. Set BACKUP_IDENTITY to the secret key, or to a file that has it.',
    'If an earlier PostgreSQL wrote the embedded database, the restored one takes its place, and the old data is kept.',
    '',
    '  --backup TIME  the backup to restore, as `backup --list` prints it (default: the newest)',
    '  --at MOMENT    everything as it was at a moment such as 2026-11-27T01:02:03Z, if the server ran with',
    '                 BACKUP_POINT_IN_TIME: into a new DATA_DIR. `backup --list` prints which moments there are',
    '',
    'It checks the whole backup before it writes, and restores everything or nothing. You can run it again.',
  ],
  options: { backup: { type: 'string' }, at: { type: 'string' } },
  run: async (call) => {
    const [source, ...more] = call.args;
    if (source === undefined || more.length > 0)
      throw new UsageError('restore requires one source');
    const { at, backup } = call.options;
    if (at !== undefined && backup !== undefined)
      throw new UsageError('restore takes one of --backup and --at');
    return await refuseTrouble(() =>
      typeof at === 'string' ? restoreAt(call, source, at) : restoreFrom(call, source),
    );
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

async function restoreAt(call: Call, source: string, moment: string): Promise<ExitCode> {
  const { environment, print, answer } = call;
  const at = parseMoment(moment);
  const store = await openBackupStore(environment, source);
  const open = await openIdentities(environment);
  const report = createProgress(print);
  const { base, files, left } = await restoreMoment(environment, { store, open, at, report });
  print(
    `Restored everything as of ${at.toISOString()}, with ${countNoun(files.count - files.missing.length, 'file')}`,
  );
  for (const sha256 of files.missing) print(`missing in the backup: ${sha256}`);
  for (const sentence of left) print(sentence);
  answer({ at, base, files: files.count, missing: files.missing, left });
  return 0;
}

function parseMoment(text: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(isMoment ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new UsageError('--at takes a moment with its time zone, such as 2026-11-27T01:02:03Z');
  return at;
}
