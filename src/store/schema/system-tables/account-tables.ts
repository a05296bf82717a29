/**
 * The tables of accounts, in a schema that no resource can name. None has a foreign key to the table of users, which
 * is created later, from the descriptor.
 */
export const accountTables: readonly string[] = [
  `create table if not exists backoffice.credentials (
    user_id text primary key,
    password_hash text not null,
    changed_at timestamptz not null default now()
  )`,
  // Of a password that was made by the server: its owner has to choose another one before.
  `alter table backoffice.credentials add column if not exists expires_at timestamptz`,

  // Tokens are stored only as SHA-256: they are random, so a slow hash would add nothing.
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
  `create index if not exists sessions_by_cookie on backoffice.sessions (companion_hash) where ended_at is null`,
  `create index if not exists sessions_by_expiry on backoffice.sessions (expires_at)`,
  // A session of somebody who has registered: its token opens nothing before they are confirmed.
  'alter table backoffice.sessions add column if not exists awaits_approval boolean not null default false',
  // The session continues, but opens nothing until its user enters the password again.
  'alter table backoffice.sessions add column if not exists is_locked boolean not null default false',
  `create index if not exists sessions_by_begin on backoffice.sessions (created_at desc) where not awaits_approval`,

  'create index if not exists sessions_by_user on backoffice.sessions (user_id, created_at desc)',

  // When its user last proved to be the owner; null: at its begin.
  'alter table backoffice.sessions add column if not exists proven_at timestamptz',

  // What people sign in with besides a password. The secret of an authenticator app is encrypted.
  `create table if not exists backoffice.factors (
    id text primary key,
    user_id text not null,
    kind text not null,
    name text not null,
    secret bytea,
    last_step bigint,
    credential_id text unique,
    public_key bytea,
    sign_count bigint,
    transports text[],
    site text,
    created_at timestamptz(3) not null default now(),
    confirmed_at timestamptz,
    used_at timestamptz(3)
  )`,
  'create index if not exists factors_of_user on backoffice.factors (user_id)',
  // Short enough to type, so each is hashed like a password. The codes of a user have one salt.
  `create table if not exists backoffice.recovery_codes (
    user_id text not null,
    hash bytea not null,
    primary key (user_id, hash)
  )`,
  'alter table backoffice.recovery_codes add column if not exists salt bytea',
  // Who a user is at another provider of identities (OpenID Connect).
  `create table if not exists backoffice.identities (
    id text primary key,
    user_id text not null,
    provider text not null,
    issuer text not null,
    subject text not null,
    email text,
    created_at timestamptz(3) not null default now(),
    used_at timestamptz(3),
    unique (issuer, subject)
  )`,
  'create index if not exists identities_of_user on backoffice.identities (user_id)',
  // The identity that opened a session, and the session at its provider: for when it ends there.
  `alter table backoffice.sessions add column if not exists identity_id text,
     add column if not exists provider_session text`,
  'create index if not exists sessions_of_identity on backoffice.sessions (identity_id) where ended_at is null',
  // Until when a user whose role requires a second factor may do without.
  `create table if not exists backoffice.factor_deadlines (
    user_id text primary key,
    at timestamptz not null
  )`,

  // API keys, stored only as SHA-256: they are random. `collections` says what they may do of their owner's rights.
  `create table if not exists backoffice.api_keys (
    id text primary key,
    user_id text not null,
    name text not null,
    hash bytea not null unique,
    prefix text not null,
    collections jsonb not null,
    addresses text[] not null default '{}',
    rate integer not null,
    created_by text,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3),
    used_at timestamptz(3),
    used_from text,
    revoked_at timestamptz(3)
  )`,
  'create index if not exists api_keys_of_user on backoffice.api_keys (user_id)',
  // The requests of each key in this minute. Unlogged: after a crash of the database every key may call again.
  `create unlogged table if not exists backoffice.key_uses (
    key_id text primary key,
    minute timestamptz not null,
    count integer not null
  )`,

  // "View as": who is signed in, sees the app as another person or another role. It ends with its session.
  `create table if not exists backoffice.view_sessions (
    id text primary key,
    session_id text not null references backoffice.sessions (id) on delete cascade,
    role text,
    user_id text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    check (num_nonnulls(role, user_id) = 1)
  )`,
  'create index if not exists views_of_session on backoffice.view_sessions (session_id) where ended_at is null',

  // The links in mails and the challenges of sign-ins, stored as hashes; each works once.
  `create table if not exists backoffice.tokens (
    hash bytea primary key,
    user_id text not null,
    kind text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  // Kinds have been added since.
  'alter table backoffice.tokens drop constraint if exists tokens_kind_check',
  // What a challenge continues, such as a sign-in at another provider.
  'alter table backoffice.tokens add column if not exists detail jsonb',
  'create index if not exists tokens_of_user on backoffice.tokens (user_id)',
  'create index if not exists tokens_by_expiry on backoffice.tokens (expires_at)',

  // Users who have used a link that was mailed to their address, which proves it is theirs.
  `create table if not exists backoffice.proven_emails (
    user_id text primary key,
    email text not null,
    at timestamptz not null default now()
  )`,

  `create table if not exists backoffice.preferences (
    user_id text primary key,
    language text,
    theme text
  )`,
  // By kind of inbox entry, when it is mailed; only what the person has chosen.
  `alter table backoffice.preferences add column if not exists inbox_mails jsonb not null default '{}'`,

  // Unlogged: after a crash of the database everyone may try again, which is what we want then.
  `create unlogged table if not exists backoffice.attempts (
    key text primary key,
    count integer not null,
    free_at timestamptz not null,
    forget_at timestamptz not null
  )`,
  `create index if not exists attempts_by_end on backoffice.attempts (forget_at)`,

  // By the SHA-256 of an address somebody typed, known or not. Logged, unlike the above: it must outlive a crash.
  `create table if not exists backoffice.failed_sign_ins (
    account bytea primary key,
    count integer not null,
    last_at timestamptz not null default now()
  )`,

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
  // Stays the same while the work is retried, and names what it creates.
  `alter table backoffice.idempotency_keys
     add column if not exists work uuid not null default gen_random_uuid()`,
];

/** What people store for their screens: saved views of lists, and settings by key. None of it is a record. */
export const preferencesTables: readonly string[] = [
  `create table if not exists backoffice.views (
    id text primary key,
    version integer not null default 1,
    owner text,
    resource text not null,
    name text not null,
    roles text[] not null default '{}',
    settings text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (owner, resource, name)
  )`,
  'create index if not exists views_of_resource on backoffice.views (resource)',
  `alter table backoffice.views add column if not exists people text[] not null default '{}'`,

  `create table if not exists backoffice.user_settings (
    user_id text not null,
    key text not null,
    value text not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, key)
  )`,

  // What people have changed in the descriptor and not applied. After a take-over only who took it is left.
  `create table if not exists backoffice.structure_drafts (
    person text primary key,
    version integer not null default 1,
    files jsonb not null,
    base jsonb not null,
    base_hash text not null,
    changes integer,
    taken_by text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
];

/**
 * Which record each browser tab has open. Unlogged: nobody misses it after a crash, and reports every few seconds
 * should write no database log.
 */
export const presenceTables: readonly string[] = [
  `create unlogged table if not exists backoffice.presence (
    session_id text not null,
    tab text not null,
    user_id text not null,
    resource text collate "C" not null,
    record_id text collate "C" not null,
    is_editing boolean not null,
    seen_at timestamptz not null default clock_timestamp(),
    -- The stream of events of its session broke since then.
    is_lost boolean not null default false,
    primary key (session_id, tab)
  )`,
  'create index if not exists presence_of_record on backoffice.presence (resource, record_id)',
];
