import type { QueryRunner } from '../../store/store.ts';
import { kindsSql, numbersSql, saidSql, spokenSql, stateSql } from './term-facts.ts';

/** The `_id`s of records that were written or deleted, by resource. */
export type Changed = Readonly<Record<'extractions' | 'mappings' | 'chems', readonly string[]>>;

/** Brings the terms up to date with records that changed, by these alone: what they said before is taken away, and what they say now is put there. */
export async function followChanges(
  sql: QueryRunner,
  { extractions, mappings, chems }: Changed,
  version: number,
): Promise<void> {
  const spoken = await readKeys(sql, [
    [gone('term_uses', 'key'), [extractions]],
    [
      newTerms(
        'k.kind',
        `(${spokenSql('and _id = any($1)')}) s join ${kindsSql} on k.field = s.field`,
      ),
      [extractions],
    ],
    [
      `insert into backoffice.term_uses select record, key from (${spokenSql('and _id = any($1)')}) s returning key`,
      [extractions],
    ],
  ]);
  const said = await readKeys(sql, [
    [gone('term_sayings', 'key'), [mappings]],
    [newTerms('s.kind', `(${saidSql('and _id = any($2)')}) s`), [version, mappings]],
    [
      `insert into backoffice.term_sayings (record, kind, key, status, means)
       select record, kind, key, status, means from (${saidSql('and _id = any($2)')}) m returning key`,
      [version, mappings],
    ],
  ]);
  const numbers = await readKeys(sql, [
    [gone('term_numbers', 'cas as key'), [chems]],
    [
      `insert into backoffice.term_numbers ${numbersSql('and _id = any($1)')} returning cas as key`,
      [chems],
    ],
  ]);
  await sql.query(restate, [[...spoken, ...said], said, numbers]);
  await sql.query(forget, [[...spoken, ...said]]);
}

type Statement = [text: string, values: unknown[]];

async function readKeys(sql: QueryRunner, statements: readonly Statement[]): Promise<string[]> {
  const found = new Set<string>();
  for (const [text, values] of statements) {
    if ((values.at(-1) as string[]).length === 0) return [];
    const { rows } = await sql.query<{ key: string }>(text, values);
    for (const { key } of rows) found.add(key);
  }
  return [...found];
}

function gone(table: string, what: string): string {
  return `delete from backoffice.${table} where record = any($1) returning ${what}`;
}

function newTerms(kind: string, from: string): string {
  return `insert into backoffice.terms (kind, key, term, cas, bare, count)
    select distinct ${kind}, s.key, s.term, s.cas, s.bare, 0 from ${from}
    on conflict do nothing returning key`;
}

/**
 * A mapping without a number holds for its term with any, and a chem for all terms beside its number. All of a
 * statement sees the terms as they were before it, so what they were is what the sums lose.
 */
const restate = `
  with touched as (
    select kind, key from backoffice.terms where key = any($1::uuid[])
    union select kind, key from backoffice.terms where cas <> '' and bare = any($2::uuid[])
    union select kind, key from backoffice.terms
      where cas <> '' and left(cas, 100) = any(array(select left(c, 100) from unnest($3::text[]) c))),
  was as (select t.kind, t.state, t.count from touched join backoffice.terms t using (kind, key)),
  counted as (
    select t.kind, t.key, t.term, t.cas, t.bare, n.* from touched join backoffice.terms t using (kind, key)
    cross join lateral (
      select count(*) as count, min(record) as "first", max(record) as "last"
      from backoffice.term_uses u where u.key = t.key) n),
  now as (
    update backoffice.terms x set count = n.count, "first" = n."first", "last" = n."last", state = n.state
    from (select t.*, ${stateSql} as state from counted t) n
    where x.key = n.key and x.kind = n.kind
    returning x.kind, x.state, x.count)
  update backoffice.term_counts c set terms = c.terms + d.terms, rows = c.rows + d.rows
  from (
    select kind, state, sum(n) as terms, sum(n * count) as rows
    from (select *, 1 as n from now union all select *, -1 from was) each
    group by kind, state) d
  where c.kind = d.kind and c.state = d.state`;

const forget = `
  delete from backoffice.terms t
  where t.key = any($1::uuid[]) and t.count = 0
    and not exists (select from backoffice.term_sayings m where m.key = t.key and m.kind = t.kind)`;
