import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../../store/log-fields.ts';
import { runDueTasks, type ScheduledTask } from '../../store/system/scheduled/run-due-tasks.ts';
import { pingMonitor } from '../backup/ping-monitor.ts';
import { reportFailedBackup } from '../backup/report-failed-backup.ts';
import type { Environment } from '../environment.ts';
import type { Installation } from '../installation.ts';
import { projectFolder } from '../project.ts';
import { requireValue } from '../../fields/require-entry.ts';

const MINUTE = 60_000;

/**
 * Makes a backup each day at the time of `BACKUP_SCHEDULE`, on one of the servers. A process of its own does it, with
 * low priority, so that nobody waits for the encryption; this one calls the monitor, also if that process was killed.
 * Returns a function that stops it.
 */
export function openBackups(
  { backupSchedule, backupPingUrl }: Pick<Environment, 'backupSchedule' | 'backupPingUrl'>,
  { live, database, store }: Pick<Installation, 'live' | 'database' | 'store'>,
  log: Log,
  // Milliseconds between two looks whether it is time.
  every = MINUTE,
): () => Promise<void> {
  if (!backupSchedule || backupSchedule === 'elsewhere') return async () => {};
  let child: ChildProcess | undefined;
  const stopping = new AbortController();
  const ping = async (outcome: 'made' | 'failed'): Promise<void> => {
    if (backupPingUrl === undefined) return;
    const report = (sentence: string): void => log.warn({}, sentence);
    await pingMonitor(backupPingUrl, outcome, { report, signal: stopping.signal });
  };
  const backup: ScheduledTask = {
    name: 'backup',
    ...backupSchedule,
    async run() {
      const beganAt = new Date();
      child = startBackup();
      const [output, code] = await readOutput(child);
      child = undefined;
      // Nothing waits for the monitor.
      void ping(code === 0 ? 'made' : 'failed');
      if (code === 0) return 1;
      const error = output || 'the process of the backup was ended';
      const parts = { database, descriptor: live.current() };
      if (!stopping.signal.aborted) await reportFailedBackup(parts, { beganAt, error });
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
    stopping.abort();
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
    env: { ...process.env, BACKUP_PING_URL: '', BACKUP_PING_URL_FILE: '' },
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
    text(requireValue(child.stdout, 'output')),
    text(requireValue(child.stderr, 'error output')),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return [errors.trim(), code];
}
