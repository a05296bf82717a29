import type { Database } from '../../connection/database.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { NameChange } from '../../../descriptor/names/renaming.ts';
import { fitName, keptName, markAs } from '../tables/table-sql.ts';

/** For how many days a dropped column or table can be brought back. */
export const KEPT_DAYS = 30;

/** How to undo what a step took, last step first. */
export type Undo =
  | { how: 'sql'; sql: readonly string[] }
  | { how: 'column'; table: string; column: string; kept: string; isConverted: boolean }
  | { how: 'table'; table: string; kept: string }
  | { how: 'names'; names: NameChange };

/** Takes a column out of use. Its values stay in the table, under a name that no field can have. */
export async function retireColumn(
  sql: QueryRunner,
  { table, column, mark }: { table: string; column: string; mark: string },
): Promise<string> {
  const kept = keptName(column, mark);
  const alter = `alter table ${quoteName(table)}`;
  const asks = await sql.value<boolean | undefined>(
    `select a.attnotnull and not a.atthasdef as asks from pg_attribute a
     where a.attrelid = to_regclass($1) and a.attname = $2`,
    [`public.${quoteName(table)}`, column],
  );
  if (asks) await sql.query(`${alter} alter column ${quoteName(column)} drop not null`);
  await sql.query(`${alter} rename column ${quoteName(column)} to ${quoteName(kept)}`);
  return kept;
}

/** Keeps a copy of an object column under a name that no field can have. */
export async function copyColumn(
  sql: QueryRunner,
  { table, column, mark }: { table: string; column: string; mark: string },
): Promise<string> {
  const kept = keptName(column, mark);
  await sql.query(`alter table ${quoteName(table)} add column ${quoteName(kept)} jsonb`);
  await sql.query(`update ${quoteName(table)} set ${quoteName(kept)} = ${quoteName(column)}`);
  return kept;
}

/** Takes a part out of the objects of a column. Returns how to put it back. */
export async function retirePart(
  sql: QueryRunner,
  { table, column, part, mark }: { table: string; column: string; part: string; mark: string },
): Promise<Undo> {
  const kept = quoteName(keptName(`${column}.${part}`, mark));
  const [of, at, key] = [quoteName(table), quoteName(column), quoteText(part)];
  await sql.query(`alter table ${of} add column ${kept} jsonb`);
  await sql.query(
    `update ${of} set ${kept} = ${at} -> ${key}, ${at} = ${at} - ${key} where ${at} ? ${key}`,
  );
  return {
    how: 'sql',
    sql: [
      `update ${of} set ${at} = coalesce(${at}, '{}') || jsonb_build_object(${key}, ${kept}) where ${kept} is not null`,
      `alter table ${of} drop column ${kept}`,
    ],
  };
}

/** Takes a table out of use: into its own schema, without its indexes, which are rebuilt when it comes back. */
export async function retireTable(sql: QueryRunner, table: string, mark: string): Promise<string> {
  const kept = fitName(`${mark}.${table}`);
  await dropIndexes(sql, table);
  const rows = await sql.rows<{ key: string }>(
    `select i.relname as key from pg_index x join pg_class i on i.oid = x.indexrelid
     where x.indrelid = to_regclass($1) and x.indisprimary`,
    [`public.${quoteName(table)}`],
  );
  for (const { key } of rows)
    await sql.query(`alter index ${quoteName(key)} rename to ${quoteName(fitName(`${kept}.key`))}`);
  await sql.query(`alter table ${quoteName(table)} rename to ${quoteName(kept)}`);
  await sql.query(`alter table ${quoteName(kept)} set schema backoffice_trash`);
  return kept;
}

/** Drops the indexes of a table or of one column, except that of the primary key, with the constraints they belong to. */
export async function dropIndexes(
  sql: QueryRunner,
  table: string,
  column: string | null = null,
): Promise<void> {
  const rows = await sql.rows<{ drop: string }>(
    `select case when c.oid is null then format('drop index %I', i.relname)
       else format('alter table %s drop constraint %I', $1::text, c.conname) end as drop
     from pg_index x
     join pg_class i on i.oid = x.indexrelid
     left join pg_constraint c on c.conindid = x.indexrelid and c.contype in ('u', 'x')
     where x.indrelid = to_regclass($1) and not x.indisprimary and ($2::text is null or exists (
       select from pg_depend d
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where d.refobjid = x.indrelid and d.objid in (x.indexrelid, c.oid) and a.attname = $2))`,
    [`public.${quoteName(table)}`, column],
  );
  for (const { drop } of rows) await sql.query(drop);
}

export async function restoreTable(sql: QueryRunner, table: string, kept: string): Promise<void> {
  await sql.query(`alter table backoffice_trash.${quoteName(kept)} set schema public`);
  await sql.query(`alter table ${quoteName(kept)} rename to ${quoteName(table)}`);
  await sql.query(markAs('table', table, table));
}

/** Deletes for good what was dropped longer than `KEPT_DAYS` ago. Returns how many columns and tables that were. */
export async function purgeRetired(database: Database): Promise<number> {
  const rows = await database.rows<{ drop: string }>(FIND, [KEPT_DAYS]);
  for (const { drop } of rows) await database.query(drop);
  return rows.length;
}

/** Finds them by the number of the plan, which is part of the name. */
const FIND = `
  with old as (
    select seq::text as mark from backoffice.plan where applied_at < now() - make_interval(days => $1))
  select format('alter table public.%I drop column if exists %I', c.relname, a.attname) as drop
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
    and starts_with(a.attname, '~kept.') and split_part(a.attname, '.', 2) in (select mark from old)
  union all
  select format('drop table if exists backoffice_trash.%I', c.relname)
  from pg_class c
  where c.relnamespace = to_regnamespace('backoffice_trash') and c.relkind in ('r', 'p')
    and split_part(c.relname, '.', 1) in (select mark from old)`;
