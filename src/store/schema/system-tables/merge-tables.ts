/** Which records were made one, with all that is needed to take it back. */
export const mergeTables: readonly string[] = [
  `create table if not exists backoffice.merges (
    id text primary key,
    at timestamptz(3) not null default now(),
    by text,
    resource text not null,
    kept text not null,
    before jsonb not null,
    after jsonb not null,
    gone jsonb not null,
    undone_at timestamptz(3)
  )`,
  'create index if not exists merges_of_resource on backoffice.merges (resource, at)',

  // Where a record went, so that a link to it still leads somewhere.
  `create table if not exists backoffice.merged (
    resource text not null,
    id text not null,
    kept text not null,
    merge text not null references backoffice.merges on delete cascade,
    primary key (resource, id)
  )`,
  'create index if not exists merged_of_merge on backoffice.merged (merge)',

  // What referred to the records that are gone, before and after.
  `create table if not exists backoffice.merge_moves (
    merge text not null references backoffice.merges on delete cascade,
    resource text not null,
    id text not null,
    field text not null,
    before jsonb not null,
    after jsonb not null,
    primary key (merge, resource, field, id)
  )`,
];
