/** Files that jobs import, what is known of their rows, and how they were read. */
export const jobTables: readonly string[] = [
  `create table if not exists backoffice.jobs (
    id text primary key,
    resource text not null,
    created_by text not null,
    created_at timestamptz not null default clock_timestamp(),
    state text not null default 'uploaded',
    file jsonb not null,
    request jsonb,
    summary jsonb,
    -- The last row that is in, and how many bytes of the file were read.
    done_row bigint not null default 0,
    done_bytes bigint not null default 0,
    started_at timestamptz,
    ended_at timestamptz,
    -- Renewed by the server that works on it; one that is old belongs to a server that died.
    alive_at timestamptz,
    lease text,
    cancels boolean not null default false,
    failure text
  )`,
  // Why the job ended, when the person who started it can know: a problem.
  'alter table backoffice.jobs add column if not exists reason jsonb',
  // What the job does: imports a file, or exports one.
  `alter table backoffice.jobs add column if not exists kind text not null default 'import'`,
  // The API key that brought the file; a key works only with its own jobs.
  'alter table backoffice.jobs add column if not exists api_key text',
  // Of a sheet of a workbook that several jobs import: the job that brought the file.
  'alter table backoffice.jobs add column if not exists workbook text',
  // A server has resumed it alone since a person started it, which it does only once.
  'alter table backoffice.jobs add column if not exists resumed boolean not null default false',
  `create index if not exists jobs_of_workbook on backoffice.jobs (workbook) where workbook is not null`,
  'drop index if exists backoffice.jobs_of_user',
  'create index if not exists jobs_of_user_by_id on backoffice.jobs (created_by, id desc)',
  // In pieces, so that any server can read the file, and none holds it whole.
  `create table if not exists backoffice.job_chunks (
    job text not null references backoffice.jobs on delete cascade,
    at integer not null,
    bytes bytea not null,
    primary key (job, at)
  )`,
  // The sender has compressed it, or compression is not worth it.
  'alter table backoffice.job_chunks alter column bytes set storage external',
  `create table if not exists backoffice.job_rows (
    job text not null references backoffice.jobs on delete cascade,
    row bigint not null,
    outcome text not null,
    detail jsonb not null,
    primary key (job, row)
  )`,
  'create index if not exists job_rows_by_outcome on backoffice.job_rows (job, outcome, row)',
  `create index if not exists job_rows_warned on backoffice.job_rows (job, row) where detail ? 'warnings'`,
  `create table if not exists backoffice.recipes (
    id text primary key,
    resource text not null,
    header text not null,
    name text not null,
    owner text not null,
    shared boolean not null default false,
    request jsonb not null,
    used_at timestamptz not null default clock_timestamp()
  )`,
  'create index if not exists recipes_of_header on backoffice.recipes (resource, header)',
];
