import { foldFunction } from '../fold-function.ts';
import { quoteName } from '../../connection/sql.ts';
import { NATURAL } from '../../sql-types.ts';
import { accountTables, preferencesTables, presenceTables } from './account-tables.ts';
import { fileTables } from './file-tables.ts';
import { jobTables, recipeTables } from './job-tables.ts';
import { numberTables } from './number-tables.ts';
import { pastTables } from './past-tables.ts';
import { personTables } from './person-tables.ts';
import { threadTables } from './thread-tables.ts';
import { webhookTables } from './webhook-tables.ts';

/** Backups and rehearsals that have ended, wherever they were started. */
const backupTables: readonly string[] = [
  `create table if not exists backoffice.backup_runs (
    id text primary key,
    kind text not null check (kind in ('backup', 'rehearsal')),
    -- The name of the backup; null when it failed before it had one.
    backup text,
    began_at timestamptz(3) not null,
    ended_at timestamptz(3) not null default clock_timestamp(),
    bytes bigint,
    rows bigint,
    files bigint,
    -- Why it failed.
    error text
  )`,
  'create index if not exists backup_runs_by_end on backoffice.backup_runs (kind, ended_at)',
];

/**
 * Hooks to call after a commit. `due_at` says when to call a waiting one next, and while a server calls it, when another
 * one may. A call that has succeeded is deleted.
 */
const hookTables: readonly string[] = [
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

/**
 * Who did what, from where. Rows are only ever added: triggers stop every statement that would change them, ours and
 * those of an attacker who finds a way to run one as us. The one exception is in `person-tables.ts`.
 */
const auditTables: readonly string[] = [
  `create table if not exists backoffice.audit (
    seq bigserial primary key,
    at timestamptz not null default clock_timestamp(),
    action text not null,
    actor text,
    session text,
    address text,
    request text,
    resource text,
    record text,
    detail jsonb not null default '{}'
  )`,
  'alter table backoffice.audit add column if not exists actor_name text',
  'alter table backoffice.audit add column if not exists actor_email text',
  'alter table backoffice.audit add column if not exists about_name text',
  'alter table backoffice.audit add column if not exists about_email text',
  'create index if not exists audit_by_action on backoffice.audit (action, seq)',
  'create index if not exists audit_by_actor on backoffice.audit (actor, seq)',
  'create index if not exists audit_by_record on backoffice.audit (resource, record, seq)',
  'create index if not exists audit_by_time on backoffice.audit (at)',
  // The names of the actor and of the person it is about, at that time: both may be gone when somebody reads the
  // entry. A trigger adds them, so no way of adding an entry leaves them out. An installation whose users have no
  // name stores none.
  `create or replace function backoffice.name_people() returns trigger language plpgsql as $$
    begin
      if new.actor is not null then
        select u."name", u."email" into new.actor_name, new.actor_email from "users" u where u._id = new.actor;
      end if;
      if new.resource = 'users' and new.record is not null then
        select u."name", u."email" into new.about_name, new.about_email from "users" u where u._id = new.record;
        if not found then
          new.about_name := new.detail->>'name';
          new.about_email := new.detail->>'email';
        end if;
      end if;
      return new;
    exception when undefined_table or undefined_column then
      return new;
    end $$`,
  `create or replace trigger audit_names_people
    before insert on backoffice.audit for each row execute function backoffice.name_people()`,
  `create or replace function backoffice.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'backoffice.% takes additions only', tg_table_name; end $$`,
];

/**
 * Mails to send and mails sent. `due_at` says when to try a waiting mail next, and for a mail being sent, when its
 * sender counts as dead. `data_at` says when its text began to go out: a sender that disappears after that leaves the
 * mail uncertain instead of failed. `doubts` counts how often that happened.
 */
const outboxTables: readonly string[] = [
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
  'create index if not exists outbox_of_address on backoffice.outbox (to_address, ended_at)',
  // The words of the installation, in place of the standard ones.
  `create table if not exists backoffice.mail_texts (
    kind text not null,
    language text not null,
    subject text not null,
    text text not null,
    updated_at timestamptz(3) not null default now(),
    primary key (kind, language)
  )`,
];

/**
 * Earlier versions kept merges in tables of their own. Their change sets now say which record stayed, and those from
 * before there were change sets get one, with all changes of the transaction that deleted the merged records.
 */
const formerMerges = `do $$ begin
    if to_regclass('backoffice.merges') is null then return; end if;
    insert into backoffice.change_sets (id, at, by, way, resource, detail)
      select m.id, m.at, m.by, 'merge', m.resource, jsonb_build_object('kept', m.kept,
          'gone', (select coalesce(jsonb_agg(e -> '_id'), '[]') from jsonb_array_elements(m.gone) e),
          'moved', (select count(*) from backoffice.merge_moves o where o.merge = m.id))
        from backoffice.merges m
      on conflict (id) do update set detail = change_sets.detail || excluded.detail;
    update backoffice.history h set change_set = m.merge, way = 'merge'
      from backoffice.merged m cross join lateral (
        select * from backoffice.history l where l.resource = m.resource and l.record_id = m.id order by seq desc limit 1) d
      where d.operation = 'delete' and d.change_set is null and h.change_set is null and h.xid = d.xid and h.at = d.at;
    drop table backoffice.merge_moves, backoffice.merged, backoffice.merges;
  end $$`;

/**
 * What the system stores besides the records, in a schema that no resource can name. Each statement may run again;
 * later changes are added at the end (`alter table … add column if not exists`).
 */
export const systemTables: readonly string[] = [
  'create schema if not exists backoffice',

  // The transaction of a change tells whether a total counted earlier can still be right.
  `create table if not exists backoffice.history (
    seq bigserial primary key,
    xid xid8 not null default pg_current_xact_id(),
    at timestamptz not null default now(),
    by text,
    resource text collate "C" not null,
    record_id text collate "C" not null,
    operation text not null,
    version integer not null,
    before jsonb,
    after jsonb
  )`,
  'create index if not exists history_of_resource on backoffice.history (resource, xid)',
  'create index if not exists history_of_record on backoffice.history (resource, record_id, seq)',

  `create table if not exists backoffice.descriptor (
    seq bigserial primary key,
    fingerprint text not null,
    hash text not null,
    source jsonb not null,
    steps jsonb not null,
    applied_at timestamptz not null default now()
  )`,
  // The source as text, because jsonb loses the order of its keys.
  'alter table backoffice.descriptor add column if not exists declaration text',
  // Which program applied it, and the layout of our own tables (`layout.ts`).
  'alter table backoffice.descriptor add column if not exists application text',
  'alter table backoffice.descriptor add column if not exists layout integer',
  'alter table backoffice.descriptor add column if not exists works_since integer',
  // Of a change made in the browser: the texts, and whether the file of the server has them.
  'alter table backoffice.descriptor add column if not exists files jsonb',
  'alter table backoffice.descriptor add column if not exists written boolean not null default false',

  // What each plan did and the descriptor before it, so that the last plan can be undone.
  `create table if not exists backoffice.plan (
    seq bigserial primary key,
    hash text not null,
    applied_at timestamptz not null default now(),
    before text,
    steps jsonb not null,
    undo jsonb not null,
    undone_at timestamptz
  )`,
  // Of a change made in the browser: who made it, the texts before and after it, and the descriptor it led to.
  'alter table backoffice.plan add column if not exists made_by text',
  'alter table backoffice.plan add column if not exists files_before jsonb',
  'alter table backoffice.plan add column if not exists files_after jsonb',
  'alter table backoffice.plan add column if not exists hash_after text',
  // The sentences of `steps` as keys with params, for screens in other languages.
  'alter table backoffice.plan add column if not exists texts jsonb',
  `create table if not exists backoffice.index_build (
    seq bigserial primary key,
    method text not null,
    rows bigint not null,
    seconds double precision not null,
    at timestamptz not null default now()
  )`,
  // Dropped tables, for as long as they are kept.
  'create schema if not exists backoffice_trash',

  // Immutable, so that an index can use it: what array_to_string does for text never changes.
  `create or replace function backoffice.words(text[]) returns text
    language sql immutable parallel safe strict
    as $$ select array_to_string($1, E'\\x1f') $$`,
  foldFunction,
  // Tables of descriptors name it without a schema. PostgreSQL brings no collation that compares digits as numbers.
  `create collation if not exists public.${quoteName(NATURAL)} (provider = icu, locale = 'und-u-kn')`,

  ...accountTables,
  ...preferencesTables,
  ...auditTables,
  ...personTables,
  ...outboxTables,
  ...jobTables,
  ...numberTables,
  ...fileTables,
  ...pastTables,
  formerMerges,
  ...presenceTables,

  // When each scheduled task last started, on any server.
  `create table if not exists backoffice.upkeep (
    task text primary key,
    begun_at timestamptz not null
  )`,
  // When a task that failed starts again, before it is due.
  'alter table backoffice.upkeep add column if not exists retry_at timestamptz',
  ...hookTables,
  ...webhookTables,
  ...threadTables,
  ...backupTables,

  // Slow lists, by the field that they sorted or filtered by without an index, on all servers.
  `create table if not exists backoffice.slow_reads (
    resource text collate "C" not null,
    path text collate "C" not null,
    use text not null,
    count bigint not null,
    -- Milliseconds.
    slowest double precision not null,
    last_at timestamptz not null,
    primary key (resource, path, use)
  )`,
  ...recipeTables,
];
