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
  // Where the version before this one stores files, and reads them if somebody goes back to it. A start empties it.
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

/** Recipes that people name, share and change, besides those that imports save. */
export const recipeTables: readonly string[] = [
  // Saved by a person under a name; an import changes only the others.
  'alter table backoffice.recipes add column if not exists named boolean not null default false',
  // Shared with these roles only, unless `shared` is true.
  "alter table backoffice.recipes add column if not exists roles text[] not null default '{}'",
  // Files in the import folder are imported with it. Only admins decide that.
  'alter table backoffice.recipes add column if not exists watched boolean not null default false',
  'alter table backoffice.recipes add column if not exists version integer not null default 1',
  `create unique index if not exists recipes_by_name
    on backoffice.recipes (resource, owner, lower(name)) where named`,
  // The folder of a recipe has its name.
  `create unique index if not exists recipes_of_folder
    on backoffice.recipes (resource, lower(name)) where watched`,
  `create table if not exists backoffice.recipe_versions (
    recipe text not null references backoffice.recipes on delete cascade,
    version integer not null,
    name text not null,
    request jsonb not null,
    saved_by text not null,
    saved_at timestamptz not null default clock_timestamp(),
    primary key (recipe, version)
  )`,
  'create index if not exists recipe_versions_by_person on backoffice.recipe_versions (saved_by)',
  // Files of the import folder and the jobs they became, so that none is imported twice.
  `create table if not exists backoffice.folder_files (
    resource text not null,
    folder text not null,
    name text not null,
    hash text not null,
    job text not null,
    -- Which server acts: each counts one more before it does.
    turn integer not null default 0,
    state text not null default 'working',
    moved boolean not null default false,
    at timestamptz not null default clock_timestamp(),
    primary key (resource, folder, name, hash)
  )`,
];
