/**
 * Mails to be sent and those that were. `due_at` says when a waiting one is tried next, and of one
 * that is being sent when its sender counts as dead; `data_at` when its text began to go out, which makes a
 * sender that was not heard of again uncertain instead of failed. `doubts` counts how often that was so.
 */
export const outboxTables: readonly string[] = [
  `create table if not exists backoffice.outbox (
    id text primary key,
    kind text not null,
    dedupe_key text unique,
    to_address text not null,
    to_name text,
    language text not null,
    data jsonb not null,
    token text,
    message_id text,
    subject text,
    good_until timestamptz,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'parked')),
    attempts integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    waits_since timestamptz not null default clock_timestamp(),
    due_at timestamptz not null default clock_timestamp(),
    lease text,
    data_at timestamptz,
    doubts integer not null default 0,
    ended_at timestamptz,
    error text,
    unreachable boolean not null default false
  )`,
  `create index if not exists outbox_due on backoffice.outbox (due_at) where state in ('waiting', 'sending')`,
  `create index if not exists outbox_unreached on backoffice.outbox (id) where state = 'waiting' and unreachable`,
  'create index if not exists outbox_by_state on backoffice.outbox (state, id)',
];
