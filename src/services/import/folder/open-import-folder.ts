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
import { hashFile, listFolder, moveFile, type OpenFile } from './folder-file.ts';
import { mailWaiting } from './mail-waiting.ts';
import { takeFile } from './folder-file.ts';
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
  const hashes = new Map<string, { stamp: string; hash: string }>();
  let isTrouble = false;
  let isClosed = false;

  async function scan(): Promise<void> {
    const files = await listFolder(root);
    if (isTrouble) log.info({ folder: root }, 'the import folder can be read again');
    isTrouble = false;
    const before = seen;
    seen = new Map(files.map(({ path, stamp }) => [path, stamp]));
    for (const path of hashes.keys()) if (!seen.has(path)) hashes.delete(path);
    for (const file of files) {
      if (isClosed) return;
      // Somebody may still write it.
      if (before.get(file.path) !== file.stamp) continue;
      await handle(file).catch((err: unknown) =>
        log.error({ err, file: file.path }, 'a file of the import folder could not be read'),
      );
    }
  }

  async function hashOf(file: OpenFile): Promise<string> {
    const { path, stamp } = file;
    const entry = hashes.get(path);
    if (entry?.stamp === stamp) return entry.hash;
    const hash = await hashFile(file);
    hashes.set(path, { stamp, hash });
    return hash;
  }

  async function handle(file: OpenFile): Promise<void> {
    const { database } = services;
    const resource = services.descriptor().resources.get(file.resource);
    const folder = file.recipe.normalize().toLowerCase();
    // Changes of users need somebody who proves who they are.
    const isOpen = resource !== undefined && resource.name !== USERS;
    const recipe = isOpen && (await findWatched(database, { resource: resource.name, folder }));
    const place = `${file.resource}/${file.recipe}`;
    if (!recipe) return await refuse(file, problem('I087', '', { folder: place }));
    const hash = await hashOf(file);
    const key = { resource: resource.name, folder, name: file.name, hash };
    const entry = await findFolderFile(database, key);
    if (!entry || (entry.moved && entry.state !== 'done' && entry.state !== 'working')) {
      const taken = await takeFile(services, file, { key, owner: recipe.owner, resource });
      if (typeof taken === 'object') return await refuse(file, taken);
      if (taken === 'taken') log.info({ file: file.path }, 'a file of the import folder is a job');
      return;
    }
    if (entry.state !== 'working') return await move(file, key, entry.state);
    const working = { job: entry.job, recipe, resource };
    const act = () => claimFolder(database, key, entry.turn);
    await end(file, { key, recipe, resource }, await workOnFile(services, working, act));
  }

  async function end(
    file: OpenFile,
    { key, recipe, resource }: { key: FolderKey; recipe: Recipe; resource: Resource },
    ending: Ending,
  ): Promise<void> {
    const { state } = ending;
    if (state === 'working') return;
    const isOurs = await services.database.transaction(async (sql) => {
      const ended = await endFolderFile(sql, key, state);
      if (ended && state !== 'done' && ending.job)
        await mailWaiting(sql, services, { ending, job: ending.job, recipe, resource });
      return ended;
    });
    if (!isOurs) return;
    const { id: job } = ending.job ?? {};
    log.info({ file: file.path, job, status: state }, 'the job of a file has ended');
    await move(file, key, state, toReason(ending));
  }

  async function move(
    file: OpenFile,
    key: FolderKey,
    to: 'done' | 'waiting' | 'refused',
    reason?: string,
  ): Promise<void> {
    await moveFile(file, to, to === 'done' ? undefined : (reason ?? usualReason[to]));
    await markMoved(services.database, key);
  }

  async function refuse(file: OpenFile, reason: Problem): Promise<void> {
    log.warn(
      { file: file.path, code: reason.code },
      'a file of the import folder was not imported',
    );
    await moveFile(file, 'refused', toText(reason));
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
    close: () => {
      isClosed = true;
    },
  };
}

type Recipe = { id: string; name: string; owner: string };

const usualReason = {
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
