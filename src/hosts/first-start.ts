import { adminRoles } from '../descriptor/permissions/admin-roles.ts';
import { hasPassword } from '../store/system/accounts/credentials.ts';
import { listAdmins } from '../store/system/accounts/list-admins.ts';
import { createFirstAdmin } from './first-admin.ts';
import type { Environment } from './environment.ts';
import type { Installation } from './installation.ts';
import { toLine } from './refusal.ts';

/** The lock of one first start. Any number will do, as long as nothing else of ours locks it. */
export const FIRST_START = 7_102_051;

/**
 * What only a new installation needs: the sample, when there is no record at all,
 * and an admin, when there is none. Of replicas that start at once, one does it.
 */
export async function prepareFirstStart(
  installation: Installation,
  environment: Environment,
  say: (line: string) => void,
): Promise<void> {
  await installation.database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [FIRST_START]);
    if (environment.sampleData && (await isEmpty(installation))) {
      await loadSample(installation, say);
    }
    await prepareAdmins(installation, environment, say);
  }, patient);
}

/** Creates an admin when there is none. Admins without a password are those of a backup that was restored. */
async function prepareAdmins(
  installation: Installation,
  environment: Environment,
  say: (line: string) => void,
): Promise<void> {
  const { descriptor, database } = installation;
  const users = descriptor.resources.get('users');
  if (!users) return;
  const admins = await listAdmins(database, adminRoles(descriptor), 'en');
  const [first] = admins;
  if (first === undefined) {
    const admin = await createFirstAdmin(installation, users, environment);
    const password = admin.madeUp
      ? `${admin.password} (shown this once)`
      : 'as given in ADMIN_PASSWORD';
    say(`First admin: ${admin.email}, password: ${password}`);
    return;
  }
  const ids = admins.map(({ _id }) => _id);
  if (await hasPassword(database, ids)) return;
  say(
    `No admin has a password, and ADMIN_PASSWORD is for a new admin only. To set one, run: npx backoffice user password ${first.to.address}`,
  );
}

/** The lock waits while another process does it, and the transaction while we do. */
const patient = { timeout: 0, lockTimeout: 0, idleTimeout: 0 };

async function loadSample(installation: Installation, say: (line: string) => void): Promise<void> {
  const sample = await import('./load-sample.ts');
  const summaries = await sample.loadSample(installation);
  if (!summaries) return;
  for (const [resource, { problems }] of summaries)
    for (const { row, ...problem } of problems)
      say(`Sample ${resource}, ${row}: ${toLine(problem)}`);
  const failed = [...summaries.values()].some((summary) => summary.failed > 0);
  say(
    failed
      ? 'The sample data do not fit this descriptor, so there are none'
      : 'Loaded the sample data (SAMPLE_DATA=0 starts without)',
  );
}

async function isEmpty({ descriptor, store }: Installation): Promise<boolean> {
  const query = { sort: [], page: 1, perPage: 1, total: 'none' } as const;
  for (const resource of descriptor.resources.values())
    if ((await store.list(resource, query, [])).count > 0) return false;
  return true;
}
