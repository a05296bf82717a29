import { termStates } from './kinds.ts';
import { kindsSql, numbersSql, saidSql, spokenSql, stateSql } from './term-facts.ts';

/** The resources whose changes are noted. */
export const watched = ['extractions', 'mappings', 'chems'] as const;

/**
 * Where changes are noted, by triggers of statements: also those by plain SQL, and with nothing that two who
 * write would wait for each other. `ids` null: whatever was there is gone.
 */
export const changeTables: readonly string[] = [
  `create table if not exists backoffice.term_changes (
    seq bigserial primary key,
    resource text not null,
    ids text[] collate "C"
  )`,
  `create table if not exists backoffice.term_state (
    shape text not null,
    descriptor bigint not null,
    version integer not null
  )`,
  // With the rights of its owner, as who writes records by SQL need not know of the tables here.
  `create or replace function backoffice.note_term_changes() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$ begin
      if tg_op = 'TRUNCATE' then
        insert into backoffice.term_changes (resource) values (tg_argv[0]);
      elsif tg_op = 'UPDATE' then
        insert into backoffice.term_changes (resource, ids)
        select tg_argv[0], array_agg(_id) from (select _id from was union select _id from changed) c having count(*) > 0;
      else
        insert into backoffice.term_changes (resource, ids)
        select tg_argv[0], array_agg(_id) from changed having count(*) > 0;
      end if;
      return null;
    end $$`,
];

export function triggersOf(table: string): string[] {
  const create = (event: string, tables = '') =>
    `create or replace trigger note_terms_${event} after ${event} on public.${table} ${tables}
     for each statement execute function backoffice.note_term_changes('${table}')`;
  return [
    create('insert', 'referencing new table as changed'),
    create('update', 'referencing old table as was new table as changed'),
    create('delete', 'referencing old table as changed'),
    create('truncate'),
  ];
}

const tables = ['term_uses', 'term_sayings', 'term_numbers', 'terms', 'term_counts'];

/**
 * The tables anew, of all records there are; `$1` is the version of the mappings in those that have it, and
 * `trigrams` the schema of their operators. Rows that are written into a table without indexes cost least.
 */
export function remakeSql(trigrams: string): string[] {
  return [
    `drop table if exists ${tables.map((name) => `backoffice.${name}`).join(', ')}`,
    `create table backoffice.term_uses (record text collate "C" not null, key uuid not null)`,
    `create table backoffice.term_sayings (
      record text collate "C" primary key, kind text not null, key uuid not null, status text not null, means text collate "C")`,
    `insert into backoffice.term_sayings (record, kind, key, status, means)
     select record, kind, key, status, means from (${saidSql()}) m`,
    'create index on backoffice.term_sayings (key)',
    'create table backoffice.term_numbers (record text collate "C" primary key, cas text collate "C" not null)',
    `insert into backoffice.term_numbers ${numbersSql()}`,
    'create index on backoffice.term_numbers (cas)',
    'analyze backoffice.term_sayings, backoffice.term_numbers',
    `create table backoffice.terms (
      kind text not null, key uuid not null, term text collate "C" not null, cas text collate "C" not null,
      bare uuid not null, count integer not null, "first" text collate "C", "last" text collate "C", state text)`,
    `with spoken as materialized (${spokenSql()}),
       used as (insert into backoffice.term_uses select record, key from spoken),
       counted as (
         select field, key, bare, min(term) as term, min(cas) as cas,
           count(*)::integer as count, min(record) as "first", max(record) as "last"
         from spoken group by 1, 2, 3),
       said as (
         select kind, key, bare, min(term) as term, min(cas) as cas from (${saidSql()}) m group by 1, 2, 3)
     insert into backoffice.terms
     select t.*, ${stateSql} from (
       select kind, key, coalesce(s.term, m.term) as term, coalesce(s.cas, m.cas) as cas, bare,
         coalesce(s.count, 0) as count, s."first", s."last"
       from (select * from counted join ${kindsSql} using (field)) s full join said m using (kind, key, bare)) t`,
    'create index on backoffice.term_uses (record)',
    'create index on backoffice.term_uses (key, record)',
    'alter table backoffice.terms add primary key (key, kind)',
    `create index on backoffice.terms (kind, state, (-count), left(term, 100), key) where state is not null`,
    `create index on backoffice.terms (bare) where cas <> ''`,
    `create index on backoffice.terms (left(cas, 100)) where cas <> ''`,
    `create index on backoffice.terms using gin (term ${trigrams}.gin_trgm_ops, cas ${trigrams}.gin_trgm_ops) where state is not null`,
    `create table backoffice.term_counts as
     select kind, state, count(t.key)::integer as terms, coalesce(sum(t.count), 0)::bigint as rows
     from ${kindsSql} cross join unnest(array[${termStates.map((state) => `'${state}'`).join(', ')}]) as s (state)
     left join backoffice.terms t using (kind, state)
     group by 1, 2`,
    'analyze backoffice.term_uses, backoffice.terms',
  ];
}
