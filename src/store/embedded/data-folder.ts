import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

/**
 * How to tell the server its data folder: it starts in it. By its path the server could not enter it when the project
 * is below a folder that only root can enter. Only Linux has such a link; other systems use the path.
 */
export function dataArgument(data: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : data;
}

type DataFolder = {
  data: string;
  user: SystemUser | undefined;
  binaries: Binaries;
  durable: boolean;
};

/** Creates the database cluster if there is none; an unfinished one never carries the real name. */
export function prepareDataFolder(folder: DataFolder): void {
  checkAccess(folder.data);
  if (existsSync(join(folder.data, 'PG_VERSION'))) {
    checkVersion(folder);
    checkWhole(folder.data);
    if (folder.user && statSync(folder.data).uid === 0) changeOwner(folder.data, folder.user);
    return;
  }
  refuseBesideFormer(folder.data);
  dropOldDrafts(folder.data);
  const draft = mkdtempSync(`${folder.data}${DRAFT}`);
  try {
    chmodSync(draft, 0o700);
    if (folder.user) chownSync(draft, folder.user.uid, folder.user.gid);
    initialise(draft, folder);
    renameDraft(draft, folder.data);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function renameDraft(draft: string, data: string): void {
  try {
    renameSync(draft, data);
  } catch (error) {
    // Another process was faster: renaming cannot replace a folder with content.
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  }
  syncFolder(dirname(data));
}

// The collation of the cluster is for keys; texts that people read name their own (ICU).
const CLUSTER = [
  '--username=backoffice',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

function initialise(draft: string, { binaries, user, durable }: DataFolder): void {
  const args = ['-D', dataArgument(draft), ...CLUSTER, ...(durable ? [] : ['--no-sync'])];
  const result = spawnSync(binaries.initdb, args, {
    ...user,
    cwd: draft,
    env: {},
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  const reason = result.error?.message ?? result.stderr.trim();
  throw new Error(`The database could not be created in ${dirname(draft)}: ${reason}`);
}

function checkAccess(data: string): void {
  if (!existsSync(data)) return;
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'EACCES'
        ? `Another user of this machine owns the data in ${data}. Start as that user or as root, or set DATA_DIR to another folder.`
        : `The data in ${data} cannot be written (${code}). Set DATA_DIR to a folder that this user can write to.`;
    throw new Error(reason, { cause });
  }
}

/** An empty database in the place of one that an upgrade has set aside would look like lost data. */
function refuseBesideFormer(data: string): void {
  const parent = dirname(data);
  const former = readdirSync(parent).find((name) => /^postgres-\d+$/.test(name));
  if (existsSync(data) || former === undefined) return;
  throw new Error(
    `An upgrade of the data in ${parent} was interrupted. Run \`npx backoffice restore\` again; or rename ${former} to ${basename(data)}, and start the previous version.`,
  );
}

/** PostgreSQL reports this only after its start, in a log, and again at each of 25 tries. */
function checkWhole(data: string): void {
  if (!existsSync(join(data, 'global/pg_control')))
    throw new Error(
      `The data in ${data} is incomplete: global/pg_control is missing. Restore the folder from a backup, or set DATA_DIR to another folder.`,
    );
  if (statSync(data).mode & 0o027)
    throw new Error(
      `Other users of this machine can open or change ${data}, and PostgreSQL does not accept such a folder. Run: chmod 700 ${data}`,
    );
}

function checkVersion({ data, binaries }: DataFolder): void {
  const version = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));
  if (version === binaries.majorVersion) return;
  const way =
    version < binaries.majorVersion
      ? 'Run the previous version of Backoffice for `npx backoffice backup`, then this one for `npx backoffice restore`; docs/operations.md has the steps.'
      : 'Install the newer version of Backoffice that wrote it.';
  throw new Error(
    `The data in ${data} was written by PostgreSQL ${version}, but version ${binaries.majorVersion} is installed. ${way}`,
  );
}

/** Until this call a power loss may undo the new name, and with it the database. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Removes what a killed process left here. Creating a cluster takes a second, so none in progress is that old. */
function dropOldDrafts(data: string): void {
  const parent = dirname(data);
  for (const name of readdirSync(parent).filter((each) =>
    each.startsWith(basename(data) + DRAFT),
  )) {
    const path = join(parent, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > 600_000) rmSync(path, { recursive: true, force: true });
  }
}

const DRAFT = '-new-';

/** Data that root restored or copied belong to root, and the server could not read them. */
function changeOwner(path: string, user: SystemUser): void {
  lchownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) changeOwner(below, user);
    else lchownSync(below, user.uid, user.gid);
  }
}
