import type { Log } from '../api/api-parts.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { toDescriptor } from '../descriptor/read/to-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { isServed } from '../store/connection/running-servers.ts';
import { lookAtPlan } from '../store/schema/plan/make-plan.ts';
import { readApplied, wasReplaced } from '../store/schema/tables/applied-descriptor.ts';
import { writePlan } from './commands/say-plan.ts';
import { Refusal } from './refusal.ts';
import { applyAdditive } from '../store/schema/plan/apply-additive.ts';

/** Whether a server starts, or a command works beside those that may be running. */
export type Purpose = 'serve' | 'work';

/**
 * The descriptor to begin with. The file's, applied, when nobody serves this database: whoever
 * starts alone decides, also for going back to an older file. Beside running servers a file that was
 * applied before and has been replaced since is old, and a command is no reason to change what
 * everybody sees: then what they serve holds.
 */
export async function openDescriptor(
  database: Database,
  file: Descriptor,
  log: Log,
  purpose: Purpose,
): Promise<Descriptor> {
  const running = await findRunning(database, file);
  if (running && (purpose === 'work' || (await wasReplaced(database, file.hash)))) {
    log.warn(
      { file: file.hash, applied: running.hash },
      'The descriptor file differs from the one that the running servers use; this server uses theirs',
    );
    return running;
  }
  const { refused } = await applyDescriptor(database, file, log);
  if (refused.length === 0) return file;
  throw new Refusal([
    'The descriptor requires changes that could lose data, so nothing was changed:',
    ...refused.map((step) => `  ${step.summary}`),
    'Revert them in the descriptor, or review and apply them:',
    ...writePlan(await lookAtPlan(database, file), file),
  ]);
}

/** What the running servers serve, if there are any and it is another than the file's. */
async function findRunning(database: Database, file: Descriptor): Promise<Descriptor | undefined> {
  const applied = await readApplied(database);
  if (!applied?.declaration || applied.hash === file.hash) return undefined;
  if (!(await isServed(database))) return undefined;
  return toDescriptor(JSON.parse(applied.declaration) as Descriptor['source']);
}

/** Brings the tables up to the descriptor and logs how; answers what it may not do, and then nothing was done. */
export async function applyDescriptor(database: Database, descriptor: Descriptor, log: Log) {
  const { applied, refused, kept } = await applyAdditive(database, descriptor);
  for (const { table, summary } of applied) log.debug({ table }, summary);
  for (const sentence of kept) log.warn({}, `Not applied: ${sentence}`);
  if (applied.length > 0) {
    const tables = [...new Set(applied.map(({ table }) => table))];
    log.info(
      { tables, changes: applied.length },
      'The database tables were updated to match the descriptor',
    );
  }
  return { applied, refused };
}
