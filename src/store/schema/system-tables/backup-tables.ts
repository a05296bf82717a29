/** Backups and rehearsals that have ended, wherever they were started. */
export const backupTables: readonly string[] = [
  `create table if not exists backoffice.backup_runs (
    id text primary key,
    kind text not null check (kind in ('backup', 'rehearsal')),
    -- The name of the backup; null when it failed before it had one.
    backup text,
    began_at timestamptz(3) not null,
    ended_at timestamptz(3) not null default clock_timestamp(),
    bytes bigint,
    rows bigint,
    files bigint,
    -- Why it failed.
    error text
  )`,
  'create index if not exists backup_runs_by_end on backoffice.backup_runs (kind, ended_at)',
];
