import { type Database, openDatabase } from '../../store/connection/database.ts';
import type { Environment } from '../environment.ts';
import { checkAddress } from './check-address.ts';
import { checkDatabase } from './check-database.ts';
import {
  checkDescriptor,
  checkDisk,
  checkFolders,
  checkFormerData,
  checkVersion,
} from './check-machine.ts';
import { checkFiles, checkMail, checkProviders, checkScanner } from './check-services.ts';
import { wrong, type Finding, advise, fine } from './finding.ts';
import { readBackupState } from '../../store/system/backups/backup-runs.ts';

type WithDatabase = <Done>(
  environment: Environment,
  work: (database: Database) => Promise<Done>,
) => Promise<Done>;

type Check = {
  part: string;
  run(environment: Environment, withDatabase: WithDatabase): Promise<Finding | Finding[]>;
  /** What to do when the check itself fails. */
  todo: string;
};

/** In the order in which they are printed. */
const checks: readonly Check[] = [
  { part: 'version', run: checkVersion, todo: '' },
  { part: 'descriptor', run: checkDescriptor, todo: 'Set RESOURCES to the descriptor' },
  { part: 'disk', run: checkDisk, todo: 'Set DATA_DIR to the data folder of the server' },
  { part: 'folders', run: checkFolders, todo: 'Set DATA_DIR to the data folder of the server' },
  { part: 'upgrade', run: checkFormerData, todo: 'Set DATA_DIR to the data folder of the server' },
  {
    part: 'database',
    run: (environment, withDatabase) =>
      withDatabase(environment, (database) => checkDatabase(database, environment)),
    todo: 'Check DATABASE_URL, and whether PostgreSQL runs',
  },
  { part: 'replica', run: checkReplica, todo: 'Check DATABASE_READ_URL' },
  {
    part: 'backup',
    run: (environment, withDatabase) =>
      withDatabase(environment, (database) => checkBackups(database, environment)),
    todo: 'Check DATABASE_URL, and whether PostgreSQL runs',
  },
  { part: 'files', run: checkFiles, todo: 'Check FILES_URL and its credentials' },
  { part: 'scanner', run: checkScanner, todo: 'Check SCAN_COMMAND' },
  { part: 'mail', run: checkMail, todo: 'Check SMTP_URL' },
  { part: 'sign-in', run: checkProviders, todo: 'Check the variables OIDC_<NAME>_…' },
  { part: 'address', run: checkAddress, todo: 'Check PUBLIC_URL and the proxy' },
];

/** Examines all parts of an installation at the same time. A check that fails is a finding. */
export async function examine(
  environment: Environment,
  withDatabase: WithDatabase,
): Promise<({ part: string } & Finding)[]> {
  const results = await Promise.all(
    checks.map(async ({ part, run, todo }) => {
      const findings = await run(environment, withDatabase).catch((error: unknown) =>
        wrong(error instanceof Error ? error.message : String(error), todo),
      );
      return [findings].flat().map((finding) => ({ part, ...finding }));
    }),
  );
  return results.flat();
}

const DAY = 86_400_000;

/** Whether backups are made, and whether they come back. */
async function checkBackups(
  database: Database,
  { backupSchedule }: Environment,
): Promise<Finding[]> {
  const isRecorded = await database.value("select to_regclass('backoffice.backup_runs')");
  const state = isRecorded ? await readBackupState(database, backupSchedule) : undefined;
  if (state?.by === 'others' || (!state && backupSchedule === 'elsewhere'))
    return [fine('Another system makes the backups (BACKUP_SCHEDULE)')];
  if (!state || state.by === 'nobody')
    return [
      advise(
        'No backup was ever made here, and none is planned',
        'Set BACKUP_TO, BACKUP_KEY and BACKUP_SCHEDULE (docs/backup.md); or BACKUP_SCHEDULE=elsewhere if another system makes them',
      ),
    ];
  return judgeBackups(state);
}

type BackupState = NonNullable<Awaited<ReturnType<typeof readBackupState>>>;

function judgeBackups({ last, failedAt, isLate, isUnrehearsed }: BackupState): Finding[] {
  const age = last ? Math.floor((Date.now() - Date.parse(last.at)) / DAY) : undefined;
  const says = age === undefined ? 'No backup was made yet' : `The last backup is ${age} days old`;
  const todo = 'Find the reason in the log, and run: npx backoffice backup';
  return [
    ...(failedAt ? [wrong('The last backup failed', todo)] : []),
    isLate || age === undefined ? wrong(says, todo) : fine(says),
    ...(isUnrehearsed
      ? [
          advise(
            'No backup was restored for a month, so nobody knows whether they work',
            'Run: npx backoffice backup --rehearse',
          ),
        ]
      : []),
  ];
}

async function checkReplica({ databaseReadUrl }: Environment): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return [];
  const log = { info() {}, warn() {} };
  const replica = await openDatabase({ url: databaseReadUrl, log, connections: 1 });
  try {
    if (await replica.value<boolean>('select pg_is_in_recovery()'))
      return [fine('DATABASE_READ_URL is a replica')];
    return [
      wrong(
        'DATABASE_READ_URL is not a replica, but a server that takes writes',
        'Set DATABASE_READ_URL to a replica of the database in DATABASE_URL, or remove it',
      ),
    ];
  } finally {
    await replica.close();
  }
}
