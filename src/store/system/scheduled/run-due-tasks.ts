import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import type { QueryRunner, Store } from '../../store.ts';

/** What a task works on. */
export type TaskParts = { database: Database; store: Store; descriptor: Descriptor };

/** Work that comes again and again. It may end in the middle with its server, and go on the next time. */
export type ScheduledTask = {
  name: string;
  everyMinutes: number;
  /** Answers how many things it did. */
  run(parts: TaskParts): Promise<number>;
};

type TaskLog = {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Runs the tasks that are due and that no other server has begun. One that fails does not keep the others. */
export async function runDueTasks(
  tasks: readonly ScheduledTask[],
  parts: TaskParts,
  log: TaskLog,
): Promise<void> {
  for (const { name, everyMinutes, run } of tasks) {
    try {
      if (!(await begin(parts.database, name, everyMinutes))) continue;
      const count = await run(parts);
      if (count > 0) log.info({ task: name, count }, 'A scheduled task has finished');
    } catch (err) {
      log.error({ err, task: name }, 'A scheduled task failed; it runs again at its next due time');
    }
  }
}

/**
 * One statement, so that of servers that ask at once one begins. Better than a lock that is held: a server
 * that hangs would keep the others from it for as long.
 */
async function begin(sql: QueryRunner, task: string, everyMinutes: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into backoffice.upkeep as u (task, begun_at) values ($1, now())
     on conflict (task) do update set begun_at = now()
     where u.begun_at <= now() - make_interval(mins => $2::int)`,
    [task, everyMinutes],
  );
  return rowCount === 1;
}
