import type { Log } from '../api/api-parts.ts';
import { expireRequests, mailDigests } from '../store/system/accounts/registrations.ts';
import { retention } from '../store/system/scheduled/retention.ts';
import {
  purges,
  runDueTasks,
  type ScheduledTask,
} from '../store/system/scheduled/run-due-tasks.ts';
import type { Installation } from './installation.ts';

/** The tasks that one of the servers repeats. */
const scheduledTasks: readonly ScheduledTask[] = [
  { name: 'registrations that expired', everyMinutes: 60, run: expireRequests },
  { name: 'registrations not yet reported to admins', everyMinutes: 10, run: mailDigests },
  ...purges,
  ...retention,
];

const LOOK = 10 * 60_000;
const WRITE_COUNTS = 60_000;

/**
 * Runs the tasks that are due, soon after the start and then every ten minutes, and writes down the slow lists of this
 * server every minute. Returns a function that stops it.
 */
export function openScheduled(
  {
    live,
    database,
    store,
    slowReads,
  }: Pick<Installation, 'live' | 'database' | 'store' | 'slowReads'>,
  log: Log,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const runDue = (): void => {
    const parts = { database, store, descriptor: live.current() };
    running = running.then(() => runDueTasks(scheduledTasks, parts, log));
  };
  // Not while everyone reconnects after a restart, and not on all servers at the same moment.
  const first = setTimeout(runDue, 20_000 + Math.random() * 20_000);
  const again = setInterval(runDue, LOOK);
  let writing: Promise<void> = Promise.resolve();
  const writeCounts = (): Promise<void> => {
    writing = writing
      .then(() => slowReads.write(database))
      .catch((err) => log.warn({ err }, 'Counts of slow lists could not be saved yet'));
    return writing;
  };
  const counts = setInterval(writeCounts, WRITE_COUNTS);
  return async () => {
    clearTimeout(first);
    clearInterval(again);
    clearInterval(counts);
    await Promise.all([running, writeCounts()]);
  };
}
