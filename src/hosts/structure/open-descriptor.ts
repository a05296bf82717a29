import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../descriptor/json-object.ts';
import type { Log } from '../../store/log-fields.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import { isServed } from '../../store/connection/running-servers.ts';
import {
  descriptorBefore,
  readApplied,
  wasReplaced,
} from '../../store/schema/tables/applied-descriptor.ts';
import {
  findTextsInstead,
  findUndoable,
  markWritten,
} from '../../store/schema/plan/browser-changes.ts';
import { openDescriptorFiles } from './descriptor-files.ts';
import { openBrowserChange } from './open-browser-change.ts';
import { Refusal } from '../refusal.ts';
import { applyDescriptor } from '../apply-descriptor.ts';

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
  const follow = (): Promise<void> => Promise.resolve();
  const descriptorFiles = openDescriptorFiles({ path, commits: false, log, follow });
  const files = await descriptorFiles.read();
  const instead = await findTextsInstead(database, { files, hash: file.hash });
  if (instead)
    return await openBrowserChange(database, { path, descriptorFiles, instead, file }, log);
  const lacking = await findLacking(database, file);
  if (lacking.length > 0)
    log.warn(
      {},
      `The descriptor file takes back a part of the change made in the browser: ${lacking.join(', ')}`,
    );
  const opened = await openFile(database, file, log);
  // Somebody may have taken the change over into the file by hand.
  await markWritten(database, file.hash);
  return opened;
}

async function openFile(database: Database, file: Descriptor, log: Log): Promise<Descriptor> {
  const { refused } = await applyDescriptor(database, file, log);
  if (refused.length === 0) return file;
  const [{ previewPlan }, { writePlan }] = await Promise.all([
    import('../../store/schema/plan/make-plan.ts'),
    import('../commands/plan-text.ts'),
  ]);
  throw new Refusal([
    'The descriptor requires changes that could lose data, so nothing was changed:',
    ...refused.map((step) => `  ${step.summary.sentence}`),
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

/** The parts of the last change in the browser that a new file takes back, because it declares them as before. */
async function findLacking(sql: Database, file: Descriptor): Promise<string[]> {
  const applied = await descriptorBefore(sql);
  if (!applied || applied.hash === file.hash) return [];
  const change = await findUndoable(sql);
  if (!change) return [];
  const [before, after, now] = [JSON.parse(change.before), applied.source, file.source].map(
    toParts,
  );
  if (!before || !after || !now) return [];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) =>
      !isDeepStrictEqual(before.get(name), after.get(name)) &&
      isDeepStrictEqual(before.get(name), now.get(name)),
  );
}

/** Each collection, role and other member of a section, by its path. */
function toParts(source: unknown): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const [section, declared] of Object.entries(isObject(source) ? source : {}))
    if (isObject(declared))
      for (const [name, value] of Object.entries(declared)) parts.set(`${section}.${name}`, value);
    else parts.set(section, declared);
  return parts;
}
