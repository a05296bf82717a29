/**
 * Tables of the accounts, in a schema no resource can name. None refers to the
 * table of users by a foreign key: that one is made from the descriptor, after these.
 */
export const accountTables: readonly string[] = [
  `create table if not exists backoffice.credentials (
    user_id text primary key,
    password_hash text not null,
    changed_at timestamptz not null default now()
  )`,

  // Tokens are kept as SHA-256 only: they are random, so a slow hash would add nothing.
  `create table if not exists backoffice.sessions (
    id text primary key,
    user_id text not null,
    refresh_hash bytea not null unique,
    companion_hash bytea,
    companion_previous bytea,
    companion_rotated_at timestamptz,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    ended_because text,
    address text,
    user_agent text
  )`,
  `create index if not exists sessions_of_user on backoffice.sessions (user_id) where ended_at is null`,
  `create index if not exists sessions_by_expiry on backoffice.sessions (expires_at)`,

  // Unlogged: after a crash of the database everyone may try anew, which is what one wants then.
  `create unlogged table if not exists backoffice.attempts (
    key text primary key,
    count integer not null,
    free_at timestamptz not null,
    forget_at timestamptz not null
  )`,
  `create index if not exists attempts_by_end on backoffice.attempts (forget_at)`,

  `create table if not exists backoffice.idempotency_keys (
    user_id text not null,
    route text not null,
    key text not null,
    fingerprint text not null,
    status integer,
    body text,
    claimed_at timestamptz not null default now(),
    primary key (user_id, route, key)
  )`,
  `create index if not exists idempotency_keys_by_age on backoffice.idempotency_keys (claimed_at)`,
];
