import type { QueryRunner } from '../../store.ts';
import type {
  Exclusion,
  ExistingTable,
  ForeignKey,
  TableColumn,
  TableIndex,
  TableTrigger,
} from './table.ts';

/** Begins the comment on every table and index we make, before the definition. */
export const COMMENT_PREFIX = 'backoffice: ';

/** The tables of the schema `public` as the catalogue describes them. Includes only indexes that we made. */
export async function readTables(sql: QueryRunner): Promise<Map<string, ExistingTable>> {
  const rows = await sql.rows<Row>(READ);
  return new Map(rows.map((row) => [row.name, toTable(row)]));
}

type Row = {
  name: string;
  ours: boolean;
  columns: (Omit<TableColumn, 'collation' | 'default' | 'generated' | 'maintained'> & {
    collation: string | null;
    default: string | null;
    generated: string | null;
    maintained: string | null;
  })[];
  primaryKey: string[];
  indexes: TableIndex[];
  foreignKeys: ForeignKey[];
  triggers: TableTrigger[];
  exclusions: Exclusion[];
};

function toTable({ columns, ...table }: Row): ExistingTable {
  return {
    ...table,
    columns: columns.map(({ collation, default: initial, generated, maintained, ...column }) => ({
      ...column,
      ...(generated !== null && { generated }),
      ...(maintained !== null && { maintained }),
      ...(collation !== null && { collation }),
      ...(initial !== null && { default: initial }),
    })),
  };
}

const READ = `
  select t.relname as name,
    coalesce(starts_with(obj_description(t.oid, 'pg_class'), '${COMMENT_PREFIX}'), false) as ours,
    (select coalesce(json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
        'collation', c.collname, 'default', pg_get_expr(d.adbin, d.adrelid), 'generated',
        case when a.attgenerated <> '' then
          coalesce(substr(col_description(t.oid, a.attnum), ${COMMENT_PREFIX.length + 1}), '') end, 'maintained',
        case when a.attgenerated = '' and starts_with(col_description(t.oid, a.attnum), '${COMMENT_PREFIX}') then
          substr(col_description(t.oid, a.attnum), ${COMMENT_PREFIX.length + 1}) end) order by a.attnum), '[]')
     from pg_attribute a
     left join pg_collation c on c.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(a.attname order by k.position), '[]')
     from pg_constraint p
     cross join lateral unnest(p.conkey) with ordinality as k(attnum, position)
     join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
     where p.conrelid = t.oid and p.contype = 'p') as "primaryKey",
    (select coalesce(json_agg(json_build_object('name', i.relname, 'unique', x.indisunique,
        'definition', substr(obj_description(i.oid, 'pg_class'), ${COMMENT_PREFIX.length + 1})) order by i.relname), '[]')
     from pg_index x join pg_class i on i.oid = x.indexrelid
     where x.indrelid = t.oid and starts_with(obj_description(i.oid, 'pg_class'), '${COMMENT_PREFIX}')) as indexes,
    (select coalesce(json_agg(json_build_object('name', f.conname, 'column', a.attname,
        'to', g.relname, 'cascade', f.confdeltype = 'c') order by f.conname), '[]')
     from pg_constraint f
     join pg_class g on g.oid = f.confrelid
     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     where f.conrelid = t.oid and f.contype = 'f') as "foreignKeys",
    (select coalesce(json_agg(json_build_object('name', p.proname,
        'definition', substr(obj_description(p.oid, 'pg_proc'), ${COMMENT_PREFIX.length + 1})) order by p.proname), '[]')
     from pg_proc p
     where starts_with(obj_description(p.oid, 'pg_proc'), '${COMMENT_PREFIX}')
       and p.oid in (select g.tgfoid from pg_trigger g where g.tgrelid = t.oid)) as triggers,
    (select coalesce(json_agg(json_build_object('name', e.conname,
        'definition', substr(obj_description(e.oid, 'pg_constraint'), ${COMMENT_PREFIX.length + 1})) order by e.conname), '[]')
     from pg_constraint e
     where e.conrelid = t.oid and e.contype = 'x'
       and starts_with(obj_description(e.oid, 'pg_constraint'), '${COMMENT_PREFIX}')) as exclusions
  from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`;
