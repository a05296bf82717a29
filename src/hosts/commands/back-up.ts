import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { listBackups } from '../../store/backup/backups.ts';
import { listWindows, readMoments } from '../../store/backup/moments.ts';
import { createKeyPair } from '../../store/backup/seal.ts';
import {
  findBackup,
  isBackupTime,
  openBackupStore,
  openIdentities,
  refuseTrouble,
} from '../backup/backup-store.ts';
import { pingMonitor } from '../backup/ping-monitor.ts';
import { recordRun } from '../../store/system/backups/backup-runs.ts';
import { rehearseBackup } from '../backup/rehearse-backup.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { createProgress } from '../backup/progress.ts';
import { Refusal } from '../refusal.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

export const backUp: Verb = {
  summary: 'Backs up everything: records, history, accounts, settings, files.',
  usage: '[TARGET] [--unencrypted] | --list [TARGET] | --rehearse [TARGET] [TIME] | --new-key',
  help: [
    '',
    'TARGET is a folder or s3://host/bucket/prefix?region=…, by default BACKUP_TO. Every installation needs its',
    'own. People can keep working, and each file is stored once for all backups. `restore` brings all of it back.',
    '',
    '  --list         lists the backups, and the moments that can be restored',
    '  --rehearse     restores a backup into a temporary database, compares every row and file with it, and removes',
    '                 the database. Needs BACKUP_IDENTITY. TIME: one that --list prints (default: the newest)',
    '  --new-key      makes a pair of keys: a public one for BACKUP_KEY, with which the server encrypts, and a',
    '                 secret one, with which you restore. Store the secret key somewhere else',
    '  --unencrypted  makes a backup that anybody can read who gets it. It contains passwords as hashes, and SECRET',
    '',
    'Old backups are removed as BACKUP_KEEP says. docs/backup.md has more.',
  ],
  options: {
    list: { type: 'boolean' },
    rehearse: { type: 'boolean' },
    'new-key': { type: 'boolean' },
    unencrypted: { type: 'boolean' },
  },
  run: async (call) => {
    const { args, options } = call;
    const times = options['rehearse'] ? args.filter(isBackupTime) : [];
    const [target, ...more] = args.filter((each) => !times.includes(each));
    const actions = ['list', 'rehearse', 'new-key'].filter((name) => options[name]);
    if (more.length > 0 || times.length > 1 || actions.length > 1)
      throw new UsageError('backup takes one target and one of --list, --rehearse, --new-key');
    return await refuseTrouble(() => {
      if (options['new-key']) return printNewKey(call);
      if (options['rehearse']) return rehearse(call, target, times[0]);
      return options['list'] ? list(call, target) : backUpWatched(call, target);
    });
  },
};

/** Makes a backup, and calls the monitor with its outcome. */
async function backUpWatched(call: Call, target: string | undefined): Promise<ExitCode> {
  const { backupPingUrl } = call.environment;
  let code: ExitCode = 1;
  try {
    code = await backUpNow(call, target);
    return code;
  } finally {
    if (backupPingUrl !== undefined)
      await pingMonitor(backupPingUrl, code === 0 ? 'made' : 'failed', { report: call.print });
  }
}

async function backUpNow(call: Call, target: string | undefined): Promise<ExitCode> {
  const { environment, options, print, answer } = call;
  const recipients = options['unencrypted'] ? [] : environment.backupKey;
  if (!recipients)
    throw new Refusal([
      'Set BACKUP_KEY to the public key for which the backup is encrypted; npx backoffice backup --new-key makes one. Or say --unencrypted',
    ]);
  const store = await openBackupStore(environment, target);
  const newBackup = await withDatabase(environment, (database, url) =>
    recordRun(database, 'backup', async () => {
      const report = createProgress(print);
      const backup = await makeBackup(environment, url, store, { recipients, report });
      const { name, bytes, rows, files } = backup;
      return { done: backup, run: { backup: name, bytes, rows, files } };
    }),
  );
  const size = toSizeText(newBackup.bytes, 'en');
  print(
    `Backup ${newBackup.name} in ${store.place}: ${countNoun(newBackup.rows, 'row')}, ${size}, and ${countNoun(newBackup.files, 'file')}, ${newBackup.newFiles} of them new`,
  );
  if (newBackup.base) print(`Data folder: ${toSizeText(newBackup.base.bytes, 'en')}`);
  for (const name of newBackup.expired) print(`Removed ${name}`);
  for (const sha256 of newBackup.missing) print(`missing in the store of files: ${sha256}`);
  answer(newBackup);
  return newBackup.missing.length > 0 ? 1 : 0;
}

async function rehearse(call: Call, target?: string, time?: string): Promise<ExitCode> {
  const { environment, print, answer } = call;
  const store = await openBackupStore(environment, target);
  const open = await openIdentities(environment);
  const { name, manifest } = await findBackup(store, open, time);
  const done = await withDatabase(environment, (database, url) =>
    recordRun(database, 'rehearsal', async () => {
      const report = createProgress(print);
      const outcome = await rehearseBackup(url, { store, open, backup: name, manifest, report });
      const { rows, files, wrong } = outcome;
      const [error] = wrong;
      return { done: outcome, run: { backup: name, rows, files, ...(error && { error }) } };
    }),
  );
  const { rows, tables, files, seconds, wrong } = done;
  for (const sentence of wrong) print(sentence);
  const outcome = wrong.length > 0 ? 'does not come back whole' : 'comes back whole';
  print(
    `Backup ${name} ${outcome}: ${countNoun(tables, 'table')}, ${countNoun(rows, 'row')}, ${countNoun(files, 'file')}, ${Math.ceil(seconds)} s`,
  );
  answer({ name, ...done });
  return wrong.length > 0 ? 1 : 0;
}

async function list({ environment, print, answer }: Call, target?: string): Promise<ExitCode> {
  const store = await openBackupStore(environment, target);
  const { backups } = await listBackups(store);
  for (const { name, bytes } of backups) print(`${name}  ${toSizeText(bytes, 'en')}`);
  if (backups.length === 0) print(`There is no backup in ${store.place}`);
  const moments = listWindows(await readMoments(store));
  for (const { from, to } of moments)
    print(`any moment from ${from.toISOString()} to ${to.toISOString()}`);
  answer({ place: store.place, backups, moments });
  return 0;
}

async function printNewKey({ print, answer }: Call): Promise<ExitCode> {
  const { recipient, identity } = await createKeyPair();
  print(`For the server:\nBACKUP_KEY=${recipient}\n`);
  print(
    `To restore; store it where the server is not, because nobody can make it again:\n${identity}`,
  );
  answer({ recipient, identity });
  return 0;
}
