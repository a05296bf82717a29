/**
 * Webhooks, what they have to deliver, and their log. A webhook reads the history from where it stands: all that was
 * committed after the snapshot `since` (or written from the time `from_at` on), up to the snapshot `until`, beyond the
 * row `after_seq`. `due_at` says when a server may work on it again: after a pause, or when its lease has ended.
 */
export const webhookTables: readonly string[] = [
  `create table if not exists backoffice.webhooks (
    id text primary key,
    name text not null,
    url text not null,
    resource text not null,
    events text[] not null,
    filter jsonb,
    fields text[],
    role text not null,
    enabled boolean not null,
    -- Why the system disabled it.
    stopped text check (stopped in ('failing', 'gone', 'invalid')),
    secret bytea not null,
    former_secret bytea,
    former_until timestamptz,
    created_by text not null,
    created_at timestamptz not null default clock_timestamp(),
    since text,
    from_at timestamptz,
    until text,
    after_seq bigint not null default 0,
    lease text,
    due_at timestamptz not null default clock_timestamp(),
    failures integer not null default 0,
    failing_since timestamptz,
    delivered_at timestamptz
  )`,
  // Without values: they are read from the history when it is sent.
  `create table if not exists backoffice.webhook_deliveries (
    id text primary key,
    webhook text not null references backoffice.webhooks on delete cascade,
    event text not null,
    seq bigint not null,
    record_id text collate "C" not null,
    -- Sent once, because an admin asked for it.
    is_test boolean not null default false,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
    attempts integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    due_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz
  )`,
  `create index if not exists webhook_deliveries_waiting on backoffice.webhook_deliveries (webhook, seq)
     include (record_id, due_at) where state = 'waiting'`,
  `create index if not exists webhook_deliveries_dead on backoffice.webhook_deliveries (webhook) where state = 'dead'`,
  'create index if not exists webhook_deliveries_listed on backoffice.webhook_deliveries (webhook, created_at, id)',
  'create index if not exists webhook_deliveries_of_record on backoffice.webhook_deliveries (record_id)',
  `create table if not exists backoffice.webhook_attempts (
    delivery text not null references backoffice.webhook_deliveries on delete cascade,
    at timestamptz not null default clock_timestamp(),
    -- Milliseconds.
    took integer not null,
    url text not null,
    headers jsonb not null,
    body text,
    status integer,
    answer text,
    error text,
    detail text
  )`,
  'create index if not exists webhook_attempts_of_delivery on backoffice.webhook_attempts (delivery, at)',
  // All collections of a webhook with several, whose `resource` is empty: programs that know only that column find no
  // change for it, and leave it to the others. A webhook of one collection has only `resource`, as always.
  'alter table backoffice.webhooks add column if not exists resources text[]',
  // Null in rows of such programs, whose webhooks have one collection.
  'alter table backoffice.webhook_deliveries add column if not exists resource text',
];
