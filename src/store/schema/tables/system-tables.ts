import { accountTables } from '../system-tables/account-tables.ts';
import { deskTables } from '../system-tables/desk-tables.ts';
import { auditTables } from '../system-tables/audit-tables.ts';
import { jobTables } from '../system-tables/job-tables.ts';
import { mergeTables } from '../system-tables/merge-tables.ts';
import { outboxTables } from '../system-tables/outbox-tables.ts';
import { presenceTables } from '../system-tables/presence-tables.ts';
import { scheduledTables } from '../system-tables/scheduled-tables.ts';

/**
 * What the system keeps beside the records, in a schema no resource can name. Each statement may
 * be run again; what is to change later is added at the end (`alter table … add column if not exists`).
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

  // Rows are added in the order of their times, so a few bytes tell where those of a day are.
  'create index if not exists history_of_time on backoffice.history using brin (at)',

  `create table if not exists backoffice.descriptor (
    seq bigserial primary key,
    fingerprint text not null,
    hash text not null,
    source jsonb not null,
    steps jsonb not null,
    applied_at timestamptz not null default now()
  )`,
  // The source as text, since jsonb loses the order of its keys.
  'alter table backoffice.descriptor add column if not exists declaration text',

  // What the plans did, so that the last one can be undone, and the descriptor that was before it.
  `create table if not exists backoffice.plan (
    seq bigserial primary key,
    hash text not null,
    applied_at timestamptz not null default now(),
    before text,
    steps jsonb not null,
    undo jsonb not null,
    undone_at timestamptz
  )`,
  `create table if not exists backoffice.index_build (
    seq bigserial primary key,
    method text not null,
    rows bigint not null,
    seconds double precision not null,
    at timestamptz not null default now()
  )`,
  // Tables that were dropped, for as long as they are kept.
  'create schema if not exists backoffice_trash',

  // Immutable, so that an index can be made on it: what array_to_string does for text never changes.
  `create or replace function backoffice.words(text[]) returns text
    language sql immutable parallel safe strict
    as $$ select array_to_string($1, E'\\x1f') $$`,

  ...accountTables,
  ...deskTables,
  ...auditTables,
  ...outboxTables,
  ...jobTables,
  ...mergeTables,
  ...presenceTables,
  ...scheduledTables,
];
