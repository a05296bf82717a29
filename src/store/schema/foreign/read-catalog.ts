import type pg from 'pg';
import type { ForeignTable } from '../../../descriptor/infer/foreign-table.ts';

/** The tables and views of the schemas, in the order in which they were created. */
export async function readCatalog(client: pg.ClientBase, schemas: readonly string[]) {
  const { rows } = await client.query<{ table: string }>(tablesSql, [schemas]);
  return rows.map(({ table }) => JSON.parse(table) as ForeignTable);
}

/** Every schema with tables this user may see, and how many it has. */
export async function listSchemas(client: pg.ClientBase) {
  const { rows } = await client.query<{ schema: string; tables: string }>(
    `select n.nspname as schema, count(*) as tables
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'f') and not c.relispartition and ${ofPeople}
     group by 1 order by 1`,
  );
  return rows.map(({ schema, tables }) => ({ schema, tables: Number(tables) }));
}

const ofPeople = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

const names = (keys: string, relation: string): string =>
  `(select coalesce(json_agg(named.attname order by key.place), '[]')
    from unnest(${keys}) with ordinality key (number, place)
    join pg_attribute named on named.attrelid = ${relation} and named.attnum = key.number)`;

const type = (alias: string): string =>
  `json_build_object('name', ${alias}.typname, 'category', ${alias}.typcategory, 'labels',
     (select json_agg(label.enumlabel order by label.enumsortorder) from pg_enum label where label.enumtypid = ${alias}.oid))`;

// A domain may be based on a domain; the type at the bottom is that of the values.
const base = `with recursive below as (
    select t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull, t.typdefault, 0 as depth
    from pg_type t where t.oid = a.atttypid
    union all
    select t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull, t.typdefault, b.depth + 1
    from below b join pg_type t on t.oid = b.typbasetype where b.typtype = 'd')
  select (array_agg(oid order by depth desc))[1] as oid, max(typtypmod) as modifier,
    bool_or(typnotnull and typtype = 'd') as "notNull",
    (array_agg(typdefault order by depth) filter (where typdefault is not null))[1] as "default",
    (select coalesce(json_agg(pg_get_constraintdef(d.oid)), '[]') from pg_constraint d
     where d.contypid in (select oid from below) and d.contype = 'c') as checks
  from below`;

const columns = `select coalesce(json_agg(json_build_object(
    'name', a.attname, 'written', format_type(a.atttypid, a.atttypmod), 'type', ${type('t')},
    'element', case when e.oid is not null then ${type('e')} end,
    'modifier', greatest(a.atttypmod, base.modifier),
    'notNull', a.attnotnull or base."notNull",
    'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), base."default") end,
    'isIdentity', a.attidentity <> '',
    'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
    'comment', col_description(a.attrelid, a.attnum),
    'checks', base.checks) order by a.attnum), '[]')
  from pg_attribute a
  cross join lateral (${base}) base
  join pg_type t on t.oid = base.oid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

// Each partition of a partitioned table has copies of its keys, which add nothing.
const tablesSql = `select json_build_object(
    'schema', n.nspname, 'name', c.relname,
    'kind', case c.relkind when 'r' then 'table' when 'p' then 'partitioned' when 'f' then 'foreign'
      when 'v' then 'view' else 'materialized view' end,
    'comment', obj_description(c.oid, 'pg_class'),
    'isReadable', has_table_privilege(c.oid, 'select') and has_schema_privilege(n.oid, 'usage'),
    'hidesRows', row_security_active(c.oid),
    'columns', (${columns}),
    'primaryKey', coalesce((select ${names('k.conkey', 'c.oid')} from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'p'), '[]'),
    'uniques', (select coalesce(json_agg(${names('i.indkey::int2[]', 'c.oid')} order by i.indexrelid), '[]')
      from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary
        and i.indpred is null and i.indexprs is null and i.indisvalid
        and i.indnatts = i.indnkeyatts),
    'foreignKeys', (select coalesce(json_agg(json_build_object(
        'columns', ${names('k.conkey', 'k.conrelid')}, 'targets', ${names('k.confkey', 'k.confrelid')},
        'to', json_build_object('schema', tn.nspname, 'name', tc.relname)) order by k.oid), '[]')
      from pg_constraint k join pg_class tc on tc.oid = k.confrelid
      join pg_namespace tn on tn.oid = tc.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0),
    'checks', (select coalesce(json_agg(json_build_object(
        'name', k.conname, 'columns', ${names('k.conkey', 'c.oid')},
        'text', pg_get_constraintdef(k.oid)) order by k.oid), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'))::text as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend x where x.classid = 'pg_class'::regclass
      and x.objid = c.oid and x.deptype = 'e')
  order by array_position($1, n.nspname), c.oid`;
