import type { Log } from '../../store/log-fields.ts';
import { expireRequests, mailDigests } from '../../store/system/accounts/registrations.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { WriteCode } from '../../store/system/hooks/field-code.ts';
import { removeUnused } from '../../store/system/files/remove-unused.ts';
import { fillFields } from '../../store/system/hooks/fill-fields.ts';
import { scheduledHooks } from '../../store/system/hooks/scheduled-hooks.ts';
import { trimWebhookLog } from '../../store/system/webhooks/deliveries.ts';
import { retention } from '../../store/system/scheduled/retention.ts';
import {
  purges,
  runDueTasks,
  type ScheduledTask,
} from '../../store/system/scheduled/run-due-tasks.ts';
import type { Installation } from '../installation.ts';
import { codeFor } from '../read/installation-code.ts';

/** The tasks that one of the servers repeats. */
const scheduledTasks: readonly ScheduledTask[] = [
  { name: 'registrations that expired', everyMinutes: 60, run: expireRequests },
  { name: 'registrations not yet reported to admins', everyMinutes: 10, run: mailDigests },
  {
    name: 'old webhook deliveries',
    everyMinutes: 10,
    run: ({ database }) => trimWebhookLog(database),
  },
  ...purges,
  ...retention,
];

function ownTasks({ hooks = [], fields = [] }: WriteCode): ScheduledTask[] {
  return [...fillFields(fields), ...scheduledHooks(hooks)];
}

const LOOK = 10 * 60_000;
const MINUTE = 60_000;

/**
 * Runs the tasks that are due, soon after the start and then every ten minutes, those of the installation every minute,
 * and writes down the slow lists of this server every minute. Returns a function that stops it.
 */
export function openScheduled(
  {
    live,
    database,
    store,
    slowReads,
    blobs,
  }: Pick<Installation, 'live' | 'database' | 'store' | 'slowReads'> & { blobs: BlobStore },
  log: Log,
  codeOf: () => WriteCode = () => codeFor(live.current()),
): () => Promise<void> {
  const running: Record<'system' | 'hooks', Promise<void>> = {
    system: Promise.resolve(),
    hooks: Promise.resolve(),
  };
  const runDue = (which: keyof typeof running, tasks: () => readonly ScheduledTask[]): void => {
    running[which] = running[which].then(() =>
      runDueTasks(tasks(), { database, store, descriptor: live.current() }, log),
    );
  };
  const fileTasks: readonly ScheduledTask[] = [
    {
      name: 'unused files',
      everyMinutes: 60,
      run: ({ descriptor }) => removeUnused(database, blobs, descriptor),
    },
  ];
  const runSystem = () => runDue('system', () => [...scheduledTasks, ...fileTasks]);
  // Not while everyone reconnects after a restart, and not on all servers at the same moment.
  const first = setTimeout(runSystem, 20_000 + Math.random() * 20_000);
  const timer = setInterval(runSystem, LOOK);
  // Apart from the others, so that none waits for code of the installation.
  const hooks = setInterval(() => runDue('hooks', () => ownTasks(codeOf())), MINUTE);
  let writing: Promise<void> = Promise.resolve();
  const writeCounts = (): Promise<void> => {
    writing = writing
      .then(() => slowReads.write(database))
      .catch((err) => log.warn({ err }, 'Counts of slow lists could not be saved yet'));
    return writing;
  };
  const counts = setInterval(writeCounts, MINUTE);
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    clearInterval(hooks);
    clearInterval(counts);
    await Promise.all([running.system, running.hooks, writeCounts()]);
  };
}
