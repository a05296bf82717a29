import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../connection/errors.ts';
import { socketName } from './socket-folder.ts';

/** The process that claims to serve this folder. It may be long gone. */
export function readPid(data: string): number | undefined {
  return pidIn(join(data, 'postmaster.pid'));
}

/** Whether a server runs on this folder. */
export function isRunning(data: string): boolean {
  const pid = readPid(data);
  return pid !== undefined && isAlive(pid) && servesFolder(pid, data);
}

/**
 * After a crash of the machine the pid files remain, and their number may belong to any process by now. PostgreSQL
 * would then refuse to start for good, so this removes files that belong to no server of this folder.
 */
export function dropStaleLocks(data: string): void {
  for (const name of ['postmaster.pid', `${socketName}.lock`]) {
    const path = join(data, name);
    const pid = pidIn(path);
    const isOurs = pid === undefined ? !isLeftOver(path) : !isAlive(pid) || servesFolder(pid, data);
    if (isOurs) continue;
    // Moves the file aside first, so that a server that has just written its own does not lose it.
    const aside = `${path}.stale`;
    renameSync(path, aside);
    if (pidIn(aside) === pid) rmSync(aside);
    else renameSync(aside, path);
  }
}

/** A file without a number, as a power loss leaves it. A starting server writes its number at once. */
function isLeftOver(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > 2_000;
}

function pidIn(path: string): number | undefined {
  try {
    const pid = Math.abs(Number.parseInt(readFileSync(path, 'utf8'), 10));
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    // No such file, so nobody claims the folder.
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The server's working directory is its data folder, which also tells two servers of one machine apart. */
function servesFolder(pid: number, data: string): boolean {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes(
        'postgres',
      );
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(data);
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    // The process is gone or belongs to another user; a server of this folder runs as its owner, so we could read it.
    return false;
  }
}
