/**
 * Which record each tab of a browser has open. Unlogged: nobody misses it after a crash, and
 * what says so every few seconds writes no log of the database.
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
