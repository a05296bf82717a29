import type { Recipe } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** A file of the import folder: where it lies, and its content. The folder of a recipe has its name in small letters. */
export type FolderKey = { resource: string; folder: string; name: string; hash: string };

/** What became of a file. `working`: its job is not over yet. */
export type FolderState = 'working' | 'done' | 'waiting' | 'refused';

export type FolderFile = { job: string; turn: number; state: FolderState; moved: boolean };

const HERE = 'resource = $1 and folder = $2 and name = $3 and hash = $4';

const toHere = ({ resource, folder, name, hash }: FolderKey) =>
  [resource, folder, name, hash] as const;

/** The recipe whose folder it is. */
export const findWatched = statement.first<
  Pick<Recipe, 'id' | 'name' | 'owner' | 'request'>,
  [key: Pick<FolderKey, 'resource' | 'folder'>]
>(
  `select id, name, owner, request from backoffice.recipes
   where watched and resource = $1 and lower(name) = $2`,
  ({ resource, folder }) => [resource, folder],
);

export const findFolderFile = statement.first<FolderFile, [key: FolderKey]>(
  `select job, turn, state, moved from backoffice.folder_files where ${HERE}`,
  toHere,
);

/**
 * Claims a file for a new job. False if another server has claimed it. A file that was not imported and has been moved
 * away may come again.
 */
export async function claimFolderFile(
  sql: QueryRunner,
  key: FolderKey,
  job: string,
): Promise<boolean> {
  // A server that stores the file right now holds this until its job is there.
  const isFree = await sql.value<boolean>('select pg_try_advisory_xact_lock(hashtext($1))', [
    ['backoffice.folder_files', ...toHere(key)].join('\n'),
  ]);
  if (!isFree) return false;
  return await sql.some(
    `insert into backoffice.folder_files (resource, folder, name, hash, job)
     values ($1, $2, $3, $4, $5)
     on conflict (resource, folder, name, hash) do update
       set job = $5, state = 'working', moved = false, turn = folder_files.turn + 1,
         at = clock_timestamp()
       where folder_files.moved and folder_files.state in ('waiting', 'refused')`,
    [...toHere(key), job],
  );
}

/** True for one of the servers that have seen the same turn: it acts next. */
export const claimFolder = statement.some<[key: FolderKey, turn: number]>(
  `update backoffice.folder_files set turn = turn + 1
   where ${HERE} and turn = $5 and state = 'working'`,
  (key, turn) => [...toHere(key), turn],
);

/** Ends the work on a file. True for the one server that did. */
export const endFolderFile = statement.some<[key: FolderKey, state: FolderState]>(
  `update backoffice.folder_files set state = $5 where ${HERE} and state = 'working'`,
  (key, state) => [...toHere(key), state],
);

export const markMoved = statement.run<[key: FolderKey]>(
  `update backoffice.folder_files set moved = true where ${HERE}`,
  toHere,
);
