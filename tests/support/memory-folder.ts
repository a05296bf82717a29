import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'backoffice-tests-';
/** What a run takes at most, with room for others, in bytes. */
const ROOM = 8 * 2 ** 30;

/**
 * Puts the temporary files of a run into memory, where there is room: databases and folders that live for
 * seconds cost half the time there. `TMPDIR` from outside wins. Returns how to remove them.
 */
export async function useMemoryFolder(): Promise<() => Promise<void>> {
  if (process.env['TMPDIR'] || !(await hasRoom())) return async () => {};
  await removeLeftOvers();
  const folder = await mkdtemp(join(MEMORY, `${NAME}${process.pid}-`));
  // PostgreSQL refuses to run as root, and its other user must get through to its data.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return async () => {
    delete process.env['TMPDIR'];
    await rm(folder, { recursive: true, force: true });
  };
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    // Not every system has it.
    return false;
  }
}

/** Of runs that were killed. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(MEMORY))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length).split('-')[0])))
      await rm(join(MEMORY, name), { recursive: true, force: true });
}

/** Whether this process of ours is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    // One of another user is there too.
    return problem instanceof Error && 'code' in problem && problem.code === 'EPERM';
  }
}
