import { USERS } from '../../../store/system/account.ts';
import type { Job } from '../../../contract/jobs.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  endFolderFile,
  findFolderFile,
  findWatched,
  type FolderKey,
  markMoved,
  claimFolder,
} from '../../../store/system/jobs/folder-files.ts';
import type { Services } from '../../acting.ts';
import { lookEvery } from '../../look-every.ts';
import { hashFile, listFolder, moveFile, takeFile, type OpenFile } from './folder-file.ts';
import { mailWaiting } from './mail-waiting.ts';
import { type Ending, workOnFile } from './work-on-file.ts';

/** The import folder, with the work of one look at it. */
export type ImportFolder = { look(): Promise<void>; close(): void };

/**
 * Watches the import folder at intervals, in milliseconds, if there is one. Several servers can watch one folder. Returns a
 * function that stops it.
 */
export function openImportFolder(
  services: Services,
  { root, every = 5_000 }: { root: string | undefined; every?: number },
): () => Promise<void> {
  if (root === undefined) return async () => undefined;
  const folder = createImportFolder(services, { root });
  const stop = lookEvery(every, folder.look);
  return async () => {
    folder.close();
    await stop();
  };
}

/**
 * Each file in the folder of a recipe becomes a job of the owner of the recipe, and is moved when that has ended. A
 * file that has not changed between two looks is complete.
 */
export function createImportFolder(services: Services, { root }: { root: string }): ImportFolder {
  const { log } = services;
  let seen = new Map<string, string>();
  const hashes = createHashes();
  let isTrouble = false;
  let isClosed = false;

  async function scan(): Promise<void> {
    const files = await listFolder(root);
    if (isTrouble) log.info({ folder: root }, 'the import folder can be read again');
    isTrouble = false;
    const before = seen;
    seen = new Map(files.map(({ path, stamp }) => [path, stamp]));
    hashes.forgetOthers(seen);
    for (const file of files) {
      if (isClosed) return;
      // Somebody may still write it.
      if (before.get(file.path) !== file.stamp) continue;
      await advance(file).catch((err: unknown) =>
        log.error({ err, file: file.path }, 'a file of the import folder could not be read'),
      );
    }
  }

  async function advance(file: OpenFile): Promise<void> {
    const { database } = services;
    const resource = services.descriptor().resources.get(file.resource);
    const folder = file.recipe.normalize().toLowerCase();
    // Changes of users need somebody who proves who they are.
    const isOpen = resource !== undefined && resource.name !== USERS;
    const recipe = isOpen && (await findWatched(database, { resource: resource.name, folder }));
    const place = `${file.resource}/${file.recipe}`;
    if (!recipe) return await refuse(log, file, problem('I087', '', { folder: place }));
    const hash = await hashes.of(file);
    const key = { resource: resource.name, folder, name: file.name, hash };
    const entry = await findFolderFile(database, key);
    if (!entry || (entry.moved && entry.state !== 'done' && entry.state !== 'working'))
      return await begin(services, file, { key, owner: recipe.owner, resource });
    if (entry.state !== 'working') {
      await moveFile(file, entry.state, usualReason[entry.state]);
      return await markMoved(database, key);
    }
    const working = { job: entry.job, recipe, resource };
    const act = () => claimFolder(database, key, entry.turn);
    const ending = await workOnFile(services, working, act);
    await end(services, file, { key, recipe, resource }, ending);
  }

  return {
    look: async () => {
      try {
        await scan();
      } catch (err) {
        if (!isTrouble) log.error({ err, folder: root }, 'the import folder cannot be read');
        isTrouble = true;
      }
    },
    close: () => void (isClosed = true),
  };
}

type Recipe = { id: string; name: string; owner: string };

async function begin(
  services: Services,
  file: OpenFile,
  of: Parameters<typeof takeFile>[2],
): Promise<void> {
  const { log } = services;
  const taken = await takeFile(services, file, of);
  if (typeof taken === 'object') return await refuse(log, file, taken);
  if (taken === 'taken') log.info({ file: file.path }, 'a file of the import folder is a job');
}

async function end(
  services: Services,
  file: OpenFile,
  { key, recipe, resource }: { key: FolderKey; recipe: Recipe; resource: Resource },
  ending: Ending,
): Promise<void> {
  const { state } = ending;
  if (state === 'working') return;
  const { database, log } = services;
  const isOurs = await database.transaction(async (sql) => {
    const ended = await endFolderFile(sql, key, state);
    if (ended && state !== 'done' && ending.job)
      await mailWaiting(sql, services, { ending, job: ending.job, recipe, resource });
    return ended;
  });
  if (!isOurs) return;
  const { id: job } = ending.job ?? {};
  log.info({ file: file.path, job, status: state }, 'the job of a file has ended');
  await moveFile(file, state, toReason(ending));
  await markMoved(database, key);
}

async function refuse(log: Services['log'], file: OpenFile, reason: Problem): Promise<void> {
  log.warn({ file: file.path, code: reason.code }, 'a file of the import folder was not imported');
  await moveFile(file, 'refused', toText(reason));
}

/** The hashes of files, which are read again only after a change. */
function createHashes() {
  const cache = new Map<string, { stamp: string; hash: string }>();
  return {
    async of(file: OpenFile): Promise<string> {
      const { path, stamp } = file;
      const entry = cache.get(path);
      if (entry?.stamp === stamp) return entry.hash;
      const hash = await hashFile(file);
      cache.set(path, { stamp, hash });
      return hash;
    },
    forgetOthers(seen: ReadonlyMap<string, unknown>): void {
      for (const path of cache.keys()) if (!seen.has(path)) cache.delete(path);
    },
  };
}

const usualReason = {
  done: undefined,
  waiting: 'The dry run was not clean. Decide on the page of the import.',
  refused: 'The file was not imported. The page of the import says why.',
};

function toReason(ending: Ending): string | undefined {
  if (ending.state === 'refused') return toText(ending.reason);
  if (ending.state !== 'waiting') return undefined;
  const columns = ending.missing.join(', ');
  const missing = columns === '' ? [] : [toText(problem('I088', 'file', { columns }))];
  return [usualReason.waiting, ...missing, ...describeRows(ending.job)].join('\n');
}

/** How many problems and warnings the text beside a file lists; the page of the import has all. */
const LISTED = 20;

function describeRows({ summary }: Job): string[] {
  const { failed = 0, warnings = 0, problems = [], warned = [], missing } = summary ?? {};
  const { count = 0, paths = [] } = summary?.unusedFiles ?? {};
  const rows = [...problems, ...warned].slice(0, LISTED).map((one) => {
    const { row, column = one.path } = one as { row?: number; column?: string };
    return `Row ${row}: ${toText({ ...one, path: column })}`;
  });
  const lacking = missing ? [`Records that the file lacks: ${missing.total}.`] : [];
  const named = paths.slice(0, LISTED).join(', ');
  const unused = count > 0 ? [`Files that no row names: ${count}: ${named}`] : [];
  return [
    `Rows that failed: ${failed}. Rows with warnings: ${warnings}.`,
    ...lacking,
    ...unused,
    ...rows,
  ];
}

function toText({ code, path, message }: Problem): string {
  return `${code}: ${path === '' ? 'The file' : path} ${message}`;
}
