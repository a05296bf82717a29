import { newId } from '../../records/sql/new-id.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** A backup or a rehearsal that has ended. Sizes are in bytes. */
export type BackupRun = {
  kind: 'backup' | 'rehearsal';
  backup: string | null;
  beganAt: Date;
  bytes?: number;
  rows?: number;
  files?: number;
  error?: string;
};

/** A time of day in a time zone of the IANA database. */
type Daily = { dailyAt: string; timeZone: string };

/** When an installation makes backups, or that another system makes them; undefined: only when somebody says so. */
export type BackupPlan = Daily | 'elsewhere' | undefined;

/** What people should know about backups; moments are RFC 3339. */
export type BackupState = {
  /** Who makes them. `nobody`: none was made or is planned. */
  by: 'us' | 'others' | 'nobody';
  last: { at: string; bytes: number } | null;
  rehearsal: { at: string } | null;
  /** When the newest backup failed, if no other has succeeded since. */
  failedAt: string | null;
  next: string | null;
  /** Two backups are missing that should have been made. */
  isLate: boolean;
  /** No backup has been restored for a month. */
  isUnrehearsed: boolean;
};

/** Saves how a run ended. Does nothing in a database in which no server of this version has started yet. */
export async function saveBackupRun(sql: QueryRunner, run: BackupRun): Promise<void> {
  if (!(await sql.value(`select to_regclass('backoffice.backup_runs')`))) return;
  const { kind, backup, beganAt, bytes = null, rows = null, files = null, error = null } = run;
  await sql.query(
    `insert into backoffice.backup_runs (id, kind, backup, began_at, bytes, rows, files, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [newId(), kind, backup, beganAt, bytes, rows, files, error],
  );
}

/** Days after which a rehearsal is old. */
const REHEARSED = 31;

export async function readBackupState(sql: QueryRunner, plan: BackupPlan): Promise<BackupState> {
  const schedule = plan === 'elsewhere' ? undefined : plan;
  const row = await sql.only<Omit<BackupState, 'by'> & { hasAny: boolean }>(
    `with ended as (select distinct on (kind, error is null) *, error is null as is_sound
       from backoffice.backup_runs order by kind, error is null, ended_at desc),
     last as (select * from ended where kind = 'backup' and is_sound),
     rehearsal as (select * from ended where kind = 'rehearsal' and is_sound),
     failed as (select * from ended where kind = 'backup' and not is_sound),
     first as (select min(began_at) as at from backoffice.backup_runs where kind = 'backup'),
     planned as (select (d.at::date + (d.at::time >= $1::time)::int + $1::time) at time zone $2 as at
       from (select now() at time zone $2 as at) d where $1 is not null)
     select exists (select from ended) as "hasAny",
       (select json_build_object('at', to_char(began_at at time zone 'UTC', '${RFC}'), 'bytes', bytes) from last) as last,
       (select json_build_object('at', to_char(ended_at at time zone 'UTC', '${RFC}')) from rehearsal) as rehearsal,
       (select ended_at from failed where ended_at > coalesce((select ended_at from last), '-infinity')) as "failedAt",
       (select at from planned) as next,
       $1 is not null and coalesce((select began_at from last), (select at from first), now()) < now() - interval '2 days'
         as "isLate",
       coalesce((select ended_at from rehearsal), (select at from first), now()) < now() - interval '${REHEARSED} days'
         as "isUnrehearsed"`,
    [schedule?.dailyAt ?? null, schedule?.timeZone ?? null],
  );
  const { hasAny, ...state } = row;
  if (plan === 'elsewhere') return { ...state, by: 'others', isUnrehearsed: false };
  return { ...state, by: hasAny || schedule ? 'us' : 'nobody' };
}

const RFC = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** Whether the last backup failed and the one before it did not. */
export const isFirstFailure = statement.value<boolean>(
  `select coalesce((array_agg(error is not null order by ended_at desc))[1], true)
     and not coalesce((array_agg(error is not null order by ended_at desc))[2], false)
   from (select * from backoffice.backup_runs where kind = 'backup' order by ended_at desc limit 2) last`,
);

/** When the last backup began that succeeded. */
export async function lastBackup(sql: QueryRunner): Promise<Date | undefined> {
  const at = await sql.value<string | null>(
    `select max(began_at) from backoffice.backup_runs where kind = 'backup' and error is null`,
  );
  return at === null ? undefined : new Date(at);
}

/** Whether a backup that began at this time or later has ended. */
export const hasRunSince = statement.some<[beganAt: Date]>(
  `select from backoffice.backup_runs where kind = 'backup' and ended_at >= $1`,
);

/** A run that has ended; with an `error` it failed. */
type Ended = Omit<BackupRun, 'kind' | 'beganAt'>;

/** Runs a backup or a rehearsal, and saves how it ended, for the info page and the metrics. */
export async function recordRun<Done>(
  sql: QueryRunner,
  kind: BackupRun['kind'],
  work: () => Promise<{ done: Done; run: Ended }>,
): Promise<Done> {
  const beganAt = new Date();
  try {
    const { done, run } = await work();
    await saveBackupRun(sql, { kind, beganAt, ...run });
    return done;
  } catch (error) {
    const failed = { kind, beganAt, backup: null, error: (error as Error).message };
    // The first error is the one that people have to see.
    await saveBackupRun(sql, failed).catch(() => undefined);
    throw error;
  }
}
