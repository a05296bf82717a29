import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../../api/api-parts.ts';
import { runDueTasks, type ScheduledTask } from '../../store/system/scheduled/run-due-tasks.ts';
import { reportFailedBackup } from '../backup/report-failed-backup.ts';
import type { Environment } from '../environment.ts';
import type { Installation } from '../installation.ts';
import { projectFolder } from '../project.ts';

const MINUTE = 60_000;

/**
 * Makes a backup each day at the time of `BACKUP_SCHEDULE`, on one of the servers. A process of its own does it, with
 * low priority, so that nobody waits for the encryption. Returns a function that stops it.
 */
export function openBackups(
  { backupSchedule }: Pick<Environment, 'backupSchedule'>,
  { live, database, store }: Pick<Installation, 'live' | 'database' | 'store'>,
  log: Log,
  // Milliseconds between two looks whether it is time.
  every = MINUTE,
): () => Promise<void> {
  if (!backupSchedule || backupSchedule === 'elsewhere') return async () => {};
  let child: ChildProcess | undefined;
  let isStopping = false;
  const backup: ScheduledTask = {
    name: 'backup',
    ...backupSchedule,
    async run() {
      const beganAt = new Date();
      child = startBackup();
      const [output, code] = await readOutput(child);
      child = undefined;
      if (code === 0) return 1;
      const error = output || 'the process of the backup was ended';
      const parts = { database, descriptor: live.current() };
      if (!isStopping) await reportFailedBackup(parts, { beganAt, error });
      throw new Error(error);
    },
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() =>
      runDueTasks([backup], { database, store, descriptor: live.current() }, log),
    );
  }, every);
  return async () => {
    isStopping = true;
    clearInterval(timer);
    child?.kill();
    await running;
  };
}

function startBackup(): ChildProcess {
  const command = join(projectFolder, 'src/hosts/command.mjs');
  const child = spawn(process.execPath, [command, 'backup'], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which its exit code tells.
  }
  return child;
}

async function readOutput(child: ChildProcess): Promise<[string, number | null]> {
  const [, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return [errors.trim(), code];
}
