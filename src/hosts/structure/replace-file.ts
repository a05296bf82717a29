import {
  access,
  constants,
  copyFile,
  mkdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';

/** The right to write, of anybody. */
const WRITABLE = 0o222;

/**
 * Whether a file, or its folder if it does not exist yet, can be replaced. A file or folder that nobody may write
 * counts as read-only even for root, who could write it anyway.
 */
export async function canReplace(path: string): Promise<boolean> {
  const target = await findTarget(path);
  const folder = await findFolder(dirname(target));
  return (await isWritable(folder)) && (await isWritable(target));
}

/**
 * Replaces the text of a file at once, so that nobody ever reads half of it, and keeps the one before as
 * `.previous`. A link stays: the file that it leads to is replaced.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await findTarget(path);
  const mode = await modeOf(target);
  const next = `${target}.next`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(next, text, { flush: true, ...(mode !== undefined && { mode }) });
    if (mode !== undefined) await copyFile(target, `${target}.previous`);
    await rename(next, target);
  } finally {
    await rm(next, { force: true });
  }
}

async function findTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}

/** The nearest folder that exists. */
async function findFolder(folder: string): Promise<string> {
  const isThere = (await modeOf(folder)) !== undefined;
  return isThere || dirname(folder) === folder ? folder : await findFolder(dirname(folder));
}

/** A path where nothing is yet counts as writable. */
async function isWritable(path: string): Promise<boolean> {
  const mode = await modeOf(path);
  if (mode === undefined) return true;
  if ((mode & WRITABLE) === 0) return false;
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode;
  } catch {
    return undefined;
  }
}
