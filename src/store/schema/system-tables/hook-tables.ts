/**
 * Hooks to call after a commit. `due_at` says when to call a waiting one next, and while a server calls it, when another
 * one may. A call that has succeeded is deleted.
 */
export const hookTables: readonly string[] = [
  `create table if not exists backoffice.hook_calls (
    id text primary key,
    hook text not null,
    resource text not null,
    operation text not null,
    records jsonb not null,
    by jsonb not null,
    -- How many hooks wrote because of each other until this call.
    depth integer not null,
    state text not null default 'waiting' check (state in ('waiting', 'parked')),
    attempts integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    due_at timestamptz not null default clock_timestamp(),
    lease text,
    error text
  )`,
  // How far the records have the values of fields that code computes: up to the record `done_to`, and when the code or
  // the column is another one, from the beginning.
  `create table if not exists backoffice.computed_fields (
    resource text not null,
    field text not null,
    version text not null,
    place text not null,
    done_to text collate "C" not null default '',
    is_done boolean not null default false,
    primary key (resource, field)
  )`,
  `create index if not exists hook_calls_due on backoffice.hook_calls (due_at) where state = 'waiting'`,
];
