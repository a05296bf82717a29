/** What the history knows besides the changes themselves: which belong together, what was deleted, what was erased. */
export const pastTables: readonly string[] = [
  // Changes that belong together. A set without changes is not listed.
  `create table if not exists backoffice.change_sets (
    id text primary key,
    at timestamptz(3) not null default clock_timestamp(),
    by text,
    way text not null,
    resource text collate "C",
    detail jsonb not null default '{}',
    -- The set whose changes this one takes back.
    undoes text
  )`,
  'create index if not exists change_sets_by_time on backoffice.change_sets (at, id)',
  'create index if not exists change_sets_by_person on backoffice.change_sets (by, at, id)',
  'create index if not exists change_sets_that_undo on backoffice.change_sets (undoes) where undoes is not null',
  // A merge says which record it kept, and which are gone.
  `create index if not exists change_sets_that_merge on backoffice.change_sets (resource, at) where detail ? 'gone'`,

  // Pairs of records that are not the same thing, `first` before `second`; a decision may be about several pairs.
  `create table if not exists backoffice.distinct_pairs (
    resource text collate "C" not null,
    first text collate "C" not null,
    second text collate "C" not null,
    decision text not null,
    by text,
    at timestamptz(3) not null default clock_timestamp(),
    primary key (resource, first, second)
  )`,
  'create index if not exists distinct_pairs_by_decision on backoffice.distinct_pairs (resource, decision)',

  // Earlier versions named only the job of an import.
  `do $$ begin
    if exists (select from pg_attribute where attrelid = 'backoffice.history'::regclass and attname = 'job') then
      alter table backoffice.history rename column job to change_set;
      alter table backoffice.history alter column change_set drop default;
      insert into backoffice.change_sets (id, at, by, way, resource, detail)
        select id, coalesce(started_at, created_at), created_by, 'import', resource,
          jsonb_build_object('file', file->'name')
        from backoffice.jobs where kind = 'import' and started_at is not null
        on conflict do nothing;
    end if;
  end $$`,
  'alter table backoffice.history add column if not exists change_set text',
  'alter table backoffice.history add column if not exists way text',
  // The API key of the program that made the change; a set has it in its detail.
  'alter table backoffice.history add column if not exists key text',
  // Fields whose values an admin has erased from this row; the documents have null in their place.
  'alter table backoffice.history add column if not exists erased text[]',
  'drop index if exists backoffice.history_of_job',
  'drop index if exists backoffice.history_of_time',
  `create index if not exists history_of_change_set on backoffice.history (change_set, seq)
     include (resource, operation) where change_set is not null`,
  // New rows come last in both, so they cost a write little.
  'create index if not exists history_by_time on backoffice.history (resource, at)',
  'create index if not exists history_by_person on backoffice.history (by, at)',

  // Deleted records that can still be restored; seq is the row of the history that has the record.
  `create table if not exists backoffice.trash (
    resource text collate "C" not null,
    record_id text collate "C" not null,
    seq bigint not null,
    at timestamptz not null default now(),
    primary key (resource, record_id)
  )`,
  'create index if not exists trash_by_time on backoffice.trash (resource, seq)',
];
