import type { LogFields } from '../../log-fields.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import type { QueryRunner, Store } from '../../store.ts';
import { MOST_FAILURES } from '../accounts/attempts.ts';
import { statement } from '../../connection/statement.ts';

/** What a task works with. */
export type TaskParts = { database: Database; store: Store; descriptor: Descriptor };

/** Work that repeats. It may stop halfway with its server, and continue the next time. */
export type ScheduledTask = {
  name: string;
  /** Returns how many things it did. */
  run(parts: TaskParts): Promise<number>;
} & When;

/** After so many minutes, or at a time of day such as `03:00` in a time zone of the IANA database. */
type When = { everyMinutes: number } | { dailyAt: string; timeZone: string };

type TaskLog = {
  info(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

/** Runs the tasks that are due and that no other server has started. A failed task does not stop the others. */
export async function runDueTasks(tasks: readonly ScheduledTask[], parts: TaskParts, log: TaskLog) {
  for (const task of tasks) {
    const { name, run } = task;
    try {
      if (!(await begin(parts.database, task))) continue;
      const count = await run(parts);
      if (count > 0) log.info({ task: name, count }, 'A scheduled task has finished');
    } catch (err) {
      log.error({ err, task: name }, `A scheduled task failed; it runs again in ${RETRY} minutes`);
      await parts.database.query(retryLater, [name, RETRY]).catch(() => undefined);
    }
  }
}

/** Minutes until a failed task runs again, if it is not due earlier. */
const RETRY = 10;

/** Makes a task due now. */
export const makeDue = statement.run<[name: string]>(
  `insert into backoffice.upkeep (task, begun_at, retry_at) values ($1, now(), now())
   on conflict (task) do update set retry_at = now()`,
);

const retryLater =
  'update backoffice.upkeep set retry_at = now() + make_interval(mins => $2::int) where task = $1';

/**
 * One statement, so that of servers that ask at once only one starts. Better than holding a lock: a server that hangs
 * would keep the others from the task for as long.
 */
async function begin(sql: QueryRunner, task: ScheduledTask): Promise<boolean> {
  if ('everyMinutes' in task)
    return await sql.some(
      `insert into backoffice.upkeep as u (task, begun_at) values ($1, now())
       on conflict (task) do update set begun_at = now(), retry_at = null
       where u.begun_at <= now() - make_interval(mins => $2::int) or u.retry_at <= now()`,
      [task.name, task.everyMinutes],
    );
  // A new task waits for its time of day.
  await sql.query(
    `insert into backoffice.upkeep (task, begun_at) values ($1, now()) on conflict do nothing`,
    [task.name],
  );
  return await sql.some(
    `update backoffice.upkeep set begun_at = now(), retry_at = null
     from (select now() at time zone $3 as at) local
     where task = $1 and (retry_at <= now() or begun_at <
       (local.at::date - (local.at::time < $2::time)::int + $2::time) at time zone $3)`,
    [task.name, task.dailyAt, task.timeZone],
  );
}

/** Data nobody needs any more: by the name of the task, a statement that deletes it. Never what people did. */
const statements: Readonly<Record<string, string>> = {
  'expired links': `update backoffice.outbox set token = null where token is not null and good_until < now()
    and state in ('sent', 'parked')`,
  'old emails': `delete from backoffice.outbox where (state = 'sent' and ended_at < now() - interval '30 days')
    or (state = 'parked' and ended_at < now() - interval '90 days')`,
  'old sessions': `delete from backoffice.sessions
    where least(ended_at, expires_at) < now() - interval '30 days'`,
  'expired tokens': 'delete from backoffice.tokens where expires_at < now()',
  'outdated attempts': 'delete from backoffice.attempts where forget_at < clock_timestamp()',
  'old failed sign-ins': `delete from backoffice.failed_sign_ins where last_at < now() - interval '1 year'
    or (count < ${MOST_FAILURES} and last_at < now() - interval '30 days')`,
  'outdated presence reports': `delete from backoffice.presence where seen_at < clock_timestamp() - interval '1 hour'`,
  'old counts of slow lists': `delete from backoffice.slow_reads where last_at < now() - interval '30 days'`,
  'expired idempotency keys': `delete from backoffice.idempotency_keys where claimed_at < now() - interval '1 day'`,
  'old calls of hooks': `delete from backoffice.hook_calls where created_at < now() - interval '30 days'`,
  'expired import files': `delete from backoffice.job_files f where f.at < now() - interval '1 day' and not exists (
    select from backoffice.jobs j where j.id = f.job
      and (j.state = 'running' or coalesce(j.ended_at, j.created_at) >= now() - interval '7 days'))`,
  'old imports': `delete from backoffice.jobs where state <> 'running'
    and coalesce(ended_at, created_at) < now() - interval '90 days'`,
  'old files of the import folder': `delete from backoffice.folder_files where state <> 'working'
    and at < now() - interval '90 days'`,
};

/** The scheduled tasks that delete, each once an hour. */
export const purges: readonly ScheduledTask[] = Object.entries(statements).map(([name, text]) => ({
  name,
  everyMinutes: 60,
  // Nobody waits for it, so it may take a minute.
  run: ({ database }) =>
    database.transaction(async (sql) => (await sql.query(text)).rowCount ?? 0, {
      timeout: 60_000,
    }),
}));
