import type { Log } from '../api/http/log.ts';
import { expireRequests } from '../store/system/accounts/expire-requests.ts';
import { mailDigests } from '../store/system/accounts/registration-digest.ts';
import { purges } from '../store/system/scheduled/purges.ts';
import { runDueTasks, type UpkeepTask } from '../store/system/scheduled/run-due-tasks.ts';
import type { Installation } from './installation.ts';

/** All that is done again and again, by one of the servers. */
const upkeepTasks: readonly UpkeepTask[] = [
  { name: 'requests nobody confirmed', everyMinutes: 60, run: expireRequests },
  { name: 'registrations admins were not told of', everyMinutes: 10, run: mailDigests },
  ...purges,
];

const LOOK = 10 * 60_000;

/** Looks for upkeep that is due, soon after the start and then every ten minutes. Answers how to stop. */
export function openUpkeep(
  { live, database, store }: Pick<Installation, 'live' | 'database' | 'store'>,
  log: Log,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    const parts = { database, store, descriptor: live.current() };
    running = running.then(() => runDueTasks(upkeepTasks, parts, log));
  };
  // Not while everybody comes back after a restart, and not on all servers at once.
  const first = setTimeout(look, 20_000 + Math.random() * 20_000);
  const again = setInterval(look, LOOK);
  return async () => {
    clearTimeout(first);
    clearInterval(again);
    await running;
  };
}
