import type { Database } from '../../store/connection/database.ts';
import type { Environment } from '../environment.ts';
import { checkAddress } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import {
  checkDescriptor,
  checkDisk,
  checkFolders,
  checkFormerData,
  checkVersion,
} from './check-machine.ts';
import { checkReplica } from './check-replica.ts';
import { checkFiles, checkMail, checkProviders, checkScanner } from './check-services.ts';
import { wrong, type Finding } from './finding.ts';

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
