import type { QueryRunner } from '../../api/extending.ts';
import { kindNames, kinds, termStates } from './kinds.ts';

// What JavaScript counts as white space, besides the plain space.
const ODD = String.raw`\t\n\u000b\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

// Matches only what has to change, because it is applied to every text and occurs in few.
const BLANKS = `[ ${ODD}]*[${ODD}][ ${ODD}]*| {2,}`;

/** SQL that normalises a printed text for comparison, as `toTerm` does; null becomes empty. */
export function termSql(expression: string): string {
  const text = `coalesce(${expression}, '') collate "C"`;
  const single = `btrim(regexp_replace(${text}, '${BLANKS}', ' ', 'g'))`;
  return `lower(${single} collate "und-x-icu") collate "C"`;
}

/** The longest word of a term. Every text with the term contains it, and an index finds it. */
export function longestWord(term: string): string {
  return term
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/**
 * The queries below read what records say about terms; their conditions can be narrowed to
 * some `_id`s. They follow the rules by which masters are generated (`docs/api.md`), so that
 * the terms open here are those a generation leaves out.
 */

/** The fields with terms; articles and materials share one. */
const fields = [...new Map(kindNames.map((kind) => [kinds[kind].term, kinds[kind].number]))];

/** The kinds with their fields, as a table to join. */
export const kindsSql = `(values ${kindNames.map((kind) => `('${kind}', '${kinds[kind].term}')`).join(', ')}) as k (kind, field)`;

/** The keys of a term, of fixed length: with the number beside it (`key`) and without (`bare`). */
const keysSql = `${toKey('cas')} as key, case when cas = '' then ${toKey('cas')} else ${toKey("''")} end as bare`;

/** Every term with its key, by extraction. Rejected extractions and those without a known outcome do not count. */
export function extractionTermsSql(narrow = ''): string {
  const each = fields.map(
    ([field, number]) => `
      select _id as record, '${field}' as field, ${termSql(`"${field}"`)} as term, ${casSql(number)} as cas
      from extractions
      where status is distinct from 'rejected' and detected is not null and "${field}" is not null ${narrow}`,
  );
  return `select record, field, term, cas, ${keysSql} from (${each.join(' union all ')}) s`;
}

/** Every mapping of version `$1` with the keys that find it. A chem mapping without a chem does not count. */
export function mappingTermsSql(narrow = ''): string {
  const each = kindNames.map((kind) => {
    const { term, target, number } = kinds[kind];
    const means =
      target === 'target'
        ? `coalesce(target, '') || E'\\x1f' || coalesce("targetName", '')`
        : `"${target}"`;
    return `
      select _id as record, '${kind}' as kind, '${term}' as field, ${termSql('"rawTerm"')} as term,
        ${casSql(number && 'rawCas')} as cas, status, ${means} as means
      from mappings
      where "mappingType" = '${kind}' and "mappingVersion" = $1 and status in ('approved', 'rejected')
        and (status = 'rejected' or ${kind === 'chem' ? '"chem" is not null' : 'true'}) ${narrow}`;
  });
  return `select record, kind, term, cas, status, means, ${keysSql} from (${each.join(' union all ')}) m`;
}

/** The number of each chem, which is stored without surrounding or repeated spaces. */
export function casNumbersSql(narrow = ''): string {
  return `select _id as record, lower("casId" collate "und-x-icu") collate "C" as cas from chems where "casId" is not null ${narrow}`;
}

/** The state of a term `t`; null once it is decided or no extraction contains it. */
export const stateSql = `case
  when (select min(m.means) <> max(m.means) from backoffice.term_sayings m
    where m.key = t.key and m.kind = t.kind and m.status = 'approved') then 'conflict'
  when t.count = 0 or t.term = '' or ${isSaid('approved')} or ${isSaid('approved', 't.bare')}
    or t.cas <> '' and exists (select from backoffice.term_numbers n where n.cas = t.cas) then null
  when ${isSaid('rejected')} then 'rejected'
  else 'open' end`;

function isSaid(status: 'approved' | 'rejected', key = 't.key'): string {
  return `exists (select from backoffice.term_sayings m where m.key = ${key} and m.kind = t.kind and m.status = '${status}')`;
}

function casSql(field: string | undefined): string {
  return field === undefined ? `''::text collate "C"` : termSql(`"${field}"`);
}

function toKey(cas: string): string {
  return `md5(field || E'\\x1f' || term || E'\\x1f' || ${cas})::uuid`;
}

/**
 * Sorts the most certain terms first, and last those that were not compared with the targets yet (`sure` is null).
 */
export const surenessSql = '(-coalesce(sure, -1))';

/** The version of mappings to work on: the newest one with an approved mapping, by which masters are generated. */
export async function findVersion(sql: QueryRunner): Promise<number> {
  const { rows } = await sql.query<{ version: number | null }>(
    `select max("mappingVersion") as version from mappings where status = 'approved'`,
  );
  return rows[0]?.version ?? 1;
}

/** The resources whose changes are recorded. */
export const watchedResources = ['extractions', 'mappings', 'chems', 'chemFunctions'] as const;

/**
 * The tables that record changes with statement triggers, which also notice plain SQL.
 * Writers never wait for each other there. `ids` is null if a table was truncated.
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
    version bigint not null
  )`,
  // Servers of an earlier version made it narrower than the field.
  'alter table backoffice.term_state alter version type bigint',
  // Runs with its owner's rights, because those who write records with SQL have none on these tables.
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
    `create or replace trigger note_terms_${event} after ${event} on public."${table}" ${tables}
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
 * Rebuilds the tables from all records. `$1` is the version of the mappings where a statement has it, `trigrams`
 * the schema of the trigram operators. Indexes come last, because filling a table without them is fastest.
 */
export function rebuildSql(trigrams: string): string[] {
  return [
    `drop table if exists ${tables.map((name) => `backoffice.${name}`).join(', ')}`,
    `create table backoffice.term_uses (record text collate "C" not null, key uuid not null)`,
    `create table backoffice.term_sayings (
      record text collate "C" primary key, kind text not null, key uuid not null, status text not null, means text collate "C")`,
    `insert into backoffice.term_sayings (record, kind, key, status, means)
     select record, kind, key, status, means from (${mappingTermsSql()}) m`,
    'create index on backoffice.term_sayings (key)',
    'create table backoffice.term_numbers (record text collate "C" primary key, cas text collate "C" not null)',
    `insert into backoffice.term_numbers ${casNumbersSql()}`,
    'create index on backoffice.term_numbers (cas)',
    'analyze backoffice.term_sayings, backoffice.term_numbers',
    `create table backoffice.terms (
      kind text not null, key uuid not null, term text collate "C" not null, cas text collate "C" not null,
      bare uuid not null, count integer not null, "first" text collate "C", "last" text collate "C", state text,
      sure smallint)`,
    `with spoken as materialized (${extractionTermsSql()}),
       used as (insert into backoffice.term_uses select record, key from spoken),
       counted as (
         select field, key, bare, min(term) as term, min(cas) as cas,
           count(*)::integer as count, min(record) as "first", max(record) as "last"
         from spoken group by 1, 2, 3),
       said as (
         select kind, key, bare, min(term) as term, min(cas) as cas from (${mappingTermsSql()}) m group by 1, 2, 3)
     insert into backoffice.terms
     select t.*, ${stateSql}, null from (
       select kind, key, coalesce(s.term, m.term) as term, coalesce(s.cas, m.cas) as cas, bare,
         coalesce(s.count, 0) as count, s."first", s."last"
       from (select * from counted join ${kindsSql} using (field)) s full join said m using (kind, key, bare)) t`,
    'create index on backoffice.term_uses (record)',
    'create index on backoffice.term_uses (key, record)',
    'alter table backoffice.terms add primary key (key, kind)',
    `create index on backoffice.terms (kind, state, (-count), left(term, 100), key) where state is not null`,
    `create index on backoffice.terms (kind, ${surenessSql}, (-count), left(term, 100), key) where state = 'open'`,
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
