import { MOST_FAILURES } from '../accounts/failed-sign-ins.ts';
import type { Database } from '../../connection/database.ts';
import type { ScheduledTask } from './run-due-tasks.ts';

/** What is deleted when nobody needs it any more; nothing that says what people did. */
export const purges: readonly ScheduledTask[] = [
  {
    name: 'links that have ended',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `update backoffice.outbox set token = null where token is not null and good_until < now()
           and state in ('sent', 'parked')`,
      ),
  },
  {
    name: 'mails of long ago',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.outbox where (state = 'sent' and ended_at < now() - interval '30 days')
           or (state = 'parked' and ended_at < now() - interval '90 days')`,
      ),
  },
  {
    name: 'sessions of long ago',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.sessions
         where least(ended_at, expires_at) < now() - interval '30 days'`,
      ),
  },
  {
    name: 'attempts nobody counts any more',
    everyMinutes: 60,
    run: ({ database }) =>
      count(database, 'delete from backoffice.attempts where forget_at < clock_timestamp()'),
  },
  {
    name: 'failed sign-ins of long ago',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.failed_sign_ins where last_at < now() - interval '1 year'
           or (count < ${MOST_FAILURES} and last_at < now() - interval '30 days')`,
      ),
  },
  {
    name: 'records nobody has open any more',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.presence where seen_at < clock_timestamp() - interval '1 hour'`,
      ),
  },
  {
    name: 'keys of requests of yesterday',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.idempotency_keys where claimed_at < now() - interval '1 day'`,
      ),
  },
  {
    name: 'files of imports of last week',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.job_chunks c using backoffice.jobs j where j.id = c.job and j.state <> 'running'
           and coalesce(j.ended_at, j.created_at) < now() - interval '7 days'`,
      ),
  },
  {
    name: 'imports of long ago',
    everyMinutes: 60,
    run: ({ database }) =>
      count(
        database,
        `delete from backoffice.jobs where state <> 'running'
           and coalesce(ended_at, created_at) < now() - interval '90 days'`,
      ),
  },
];

/** Nobody waits for it, so it may take its time. */
function count({ transaction }: Database, statement: string): Promise<number> {
  return transaction(async (sql) => (await sql.query(statement)).rowCount ?? 0, {
    timeout: 60_000,
  });
}
