import { accountTables } from '../accounts/account-tables.ts';

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

  // Immutable, so that an index can be made on it: what array_to_string does for text never changes.
  `create or replace function backoffice.words(text[]) returns text
    language sql immutable parallel safe strict
    as $$ select array_to_string($1, E'\\x1f') $$`,

  ...accountTables,
];
