import type { Log } from '../store/log-fields.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { toDescriptor } from '../descriptor/read/to-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { isServed } from '../store/connection/running-servers.ts';
import { TablesInUse } from '../store/schema/plan/change-tables.ts';
import { readApplied, wasReplaced } from '../store/schema/tables/applied-descriptor.ts';
import { findTextsInstead } from '../store/schema/tables/browser-changes.ts';
import { findLacking } from './structure/find-lacking.ts';
import { openBrowserChange } from './structure/open-browser-change.ts';
import { Refusal, refuseWith } from './refusal.ts';
import { applyAdditive } from '../store/schema/plan/apply-additive.ts';

/** The descriptor in the file at `path`. */
type DescriptorFile = { path: string; descriptor: Descriptor };

/** Whether a server starts, or a command works beside servers that may be running. */
export type StartPurpose = 'serve' | 'work';

/**
 * Returns the descriptor to start with. If no server runs on this database, the file is applied and used,
 * unless it is older than a change made in the browser. Beside running servers their descriptor is used in two cases:
 * the file was applied before and has been replaced since, or a command is starting, which must not change what
 * everyone sees.
 */
export async function openDescriptor(
  database: Database,
  { path, descriptor: file }: DescriptorFile,
  log: Log,
  purpose: StartPurpose,
): Promise<Descriptor> {
  const running = await findRunning(database, file);
  if (running && (purpose === 'work' || (await wasReplaced(database, file.hash)))) {
    log.warn(
      { file: file.hash, hash: running.hash },
      'The descriptor file differs from the one that the running servers use; this server uses theirs',
    );
    return running;
  }
  const instead = await findTextsInstead(database, file.hash);
  if (instead) return await openBrowserChange(database, { path, instead, file }, log);
  const lacking = await findLacking(database, file);
  if (lacking.length > 0)
    log.warn(
      {},
      `The descriptor file takes back a part of the change made in the browser: ${lacking.join(', ')}`,
    );
  return await openFile(database, file, log);
}

async function openFile(database: Database, file: Descriptor, log: Log): Promise<Descriptor> {
  const { refused } = await applyDescriptor(database, file, log);
  if (refused.length === 0) return file;
  const [{ previewPlan }, { writePlan }] = await Promise.all([
    import('../store/schema/plan/make-plan.ts'),
    import('./commands/plan-text.ts'),
  ]);
  throw new Refusal([
    'The descriptor requires changes that could lose data, so nothing was changed:',
    ...refused.map((step) => `  ${step.summary}`),
    'Revert them in the descriptor, or review and apply them:',
    ...writePlan(await previewPlan(database, file), file),
  ]);
}

/** The descriptor of the running servers, if there are any and it differs from the file. */
async function findRunning(database: Database, file: Descriptor): Promise<Descriptor | undefined> {
  const applied = await readApplied(database);
  if (!applied?.declaration || applied.hash === file.hash) return undefined;
  if (!(await isServed(database))) return undefined;
  return toDescriptor(JSON.parse(applied.declaration) as Descriptor['source']);
}

/** Updates the tables to match the descriptor and logs the steps. Returns refused steps; then nothing was done. */
export async function applyDescriptor(database: Database, descriptor: Descriptor, log: Log) {
  const before = await readApplied(database);
  const applying = applyAdditive(database, descriptor);
  const { applied, refused, kept, unfit } = await refuseWith(applying, TablesInUse);
  for (const { table, summary } of applied) log.debug({ table }, summary);
  for (const sentence of kept) log.warn({}, `Not applied: ${sentence}`);
  for (const sentence of unfit) log.warn({}, sentence);
  // A new database gets all tables, which surprises nobody: the first minute has sentences only.
  if (applied.length > 0 && before) {
    const tables = [...new Set(applied.map(({ table }) => table))];
    log.info(
      { tables, changes: applied.length },
      'The database tables were updated to match the descriptor',
    );
  }
  return { applied, refused };
}
