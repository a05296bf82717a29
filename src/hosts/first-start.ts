import type { FileServices } from '../services/files/accept-file.ts';
import { adminRoles } from '../descriptor/permissions/permissions.ts';
import { BlobFailure } from '../store/blobs/blob-store.ts';
import { GENERATED_DAYS, hasPassword, setPassword } from '../store/system/accounts/credentials.ts';
import { listAdmins } from '../store/system/accounts/registrations.ts';
import type { Environment } from './environment.ts';
import { codeFor } from './read/installation-code.ts';
import type { Installation } from './installation.ts';
import { toLine, Refusal } from './refusal.ts';
import { randomInt } from 'node:crypto';
import { hashPassword } from '../api/accounts/password-hash.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import { oneRecordPaging } from '../descriptor/filter/filter.ts';
import { checkRecord } from '../descriptor/rules/record-check.ts';

/** Prints lines for the person who started the server, and stores the files of the sample. */
type FirstStart = Omit<FileServices, 'database'> & { say(line: string): void };

/** The advisory lock of a first start. Any number works as long as no other code uses it. */
export const FIRST_START_LOCK = 7_102_051;

const FIRST_ADMIN = 'admin@example.org';

/**
 * Sets up a new installation: sample data if there are no records, and an admin if there
 * is none. If several replicas start at once, one of them does it.
 */
export async function prepareFirstStart(
  installation: Installation,
  environment: Environment,
  { say, ...fileServices }: FirstStart,
): Promise<void> {
  await installation.database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [FIRST_START_LOCK]);
    await checkFirstPassword(installation, environment);
    if (environment.sampleData && (await isEmpty(installation))) {
      await loadFirstRecords(installation, { say, ...fileServices });
    }
    await prepareAdmins(installation, environment, say);
  }, patient);
}

/** Refuses a common password for the first admin. Later starts ignore it and do not load the list of passwords. */
async function checkFirstPassword(
  { descriptor, database }: Installation,
  { adminPassword, adminEmail = FIRST_ADMIN }: Environment,
): Promise<void> {
  if (adminPassword === undefined || !descriptor.resources.has('users')) return;
  if ((await listAdmins(database, adminRoles(descriptor), 'en')).length > 0) return;
  const { checkPassword } = await import('../fields/text/password.ts');
  const owner = { email: adminEmail, app: descriptor.app.title };
  const problems = checkPassword(adminPassword, owner, 'ADMIN_PASSWORD');
  if (problems.length > 0) throw new Refusal(problems.map(toLine), { problems });
}

/** Creates an admin if there is none. Admins without a password come from a restored backup. */
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
    const password = admin.isGenerated
      ? `${admin.password} ${generatedNote}`
      : 'as given in ADMIN_PASSWORD';
    say(`First admin: ${admin.email}, password: ${password}`);
    return;
  }
  const ids = admins.map(({ _id }) => _id);
  if (await hasPassword(database, ids)) return;
  say(
    `No admin has a password, and ADMIN_PASSWORD applies only to a new admin. To set a password, run: npx backoffice user password ${first.to.address}`,
  );
}

/** Without time limits: the lock waits for another process, and the transaction for the work of this one. */
const patient = { timeout: 0, lockTimeout: 0, idleTimeout: 0 };

async function loadFirstRecords(
  installation: Installation,
  { say, ...fileServices }: FirstStart,
): Promise<void> {
  const { descriptor, store, database } = installation;
  const { sample } = codeFor(descriptor);
  if (sample === undefined) return;
  const { applyEdits, readEdits } = await import('../api/sample/apply-edits.ts');
  const read = await readEdits(descriptor, sample);
  if ('problems' in read) {
    for (const problem of read.problems) say(`Sample edits: ${toLine(problem)}`);
    return say('The edits of the sample data cannot be made, so none was loaded');
  }
  const { loadSample } = await import('../api/sample/load-sample.ts');
  const loading = { descriptor, store, fileServices: { ...fileServices, database } };
  const summaries = await loadSample(loading, sample).catch(ofBlobFailure);
  if (summaries instanceof BlobFailure)
    return say(
      `The sample data was not loaded because the file store failed: ${summaries.message}`,
    );
  if (!summaries) return;
  for (const [resource, { problems }] of summaries)
    for (const { row, ...problem } of problems)
      say(`Sample ${resource}, ${row}: ${toLine(problem)}`);
  const failed = [...summaries.values()].some((summary) => summary.failed > 0);
  if (failed) return say('The sample data does not match this descriptor, so none was loaded');
  for (const { row: _, ...problem } of await applyEdits(installation, read.edits))
    say(`Sample edits: ${toLine(problem)}`);
  say('Loaded the sample data (set SAMPLE_DATA=0 to start without it)');
}

/** The server starts without files, too, and an admin can load the sample later. */
function ofBlobFailure(error: unknown): BlobFailure {
  if (error instanceof BlobFailure) return error;
  throw error;
}

async function isEmpty({ descriptor, store }: Installation): Promise<boolean> {
  for (const resource of descriptor.resources.values())
    if ((await store.list(resource, oneRecordPaging, [])).count > 0) return false;
  return true;
}

/** Creates the first admin. The password is stored only as a hash. */
async function createFirstAdmin(
  { descriptor, database, store }: Installation,
  users: Resource,
  { adminEmail, adminPassword }: Environment,
) {
  const [role] = adminRoles(descriptor);
  const email = adminEmail ?? FIRST_ADMIN;
  const isGenerated = adminPassword === undefined;
  const password = adminPassword ?? makePassword();
  const body = { email, name: 'Admin', role, status: 'confirmed' };
  const checked = checkRecord({ descriptor, role, resource: users, mode: 'create', body });
  if ('problems' in checked) throw new Refusal(checked.problems.map(toLine));
  const outcome = await store.create(users, checked.values, { userId: null, way: 'system' });
  if ('failure' in outcome)
    throw new Refusal([
      `There is no admin, and ${email} cannot become one because another user has this address.`,
      `Set ADMIN_EMAIL to another address, or run: npx backoffice user role ${email} ${role}`,
    ]);
  await setPassword(database, outcome.record._id, await hashPassword(password), { isGenerated });
  return { email, password, isGenerated };
}

/** What is printed after a generated password. */
export const generatedNote = `(shown only once; choose your own within ${GENERATED_DAYS} days)`;

/** 79 bits, without letters and digits that look similar. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(31)]).join('');
  return [group(), group(), group(), group()].join('-');
}
