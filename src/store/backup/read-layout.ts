import { COMMENT_PREFIX } from '../schema/tables/read-tables.ts';
import type { QueryRunner } from '../store.ts';
import type { ArchivedSequence, TableLayout } from './archive.ts';

/** Uploads that are under way end with their server; their bytes are in no backup. */
const UNFINISHED = 'uploads';

/**
 * The tables that a backup has: all of ours, also those that are no longer declared. Unlogged ones are left out, because
 * PostgreSQL itself forgets them in a crash.
 */
export async function readLayouts(sql: QueryRunner): Promise<TableLayout[]> {
  return (await sql.rows<{ json: TableLayout }>(LAYOUTS)).map(({ json }) => json);
}

const LAYOUTS = `
  select json_build_object('schema', n.nspname, 'name', c.relname, 'comment', obj_description(c.oid, 'pg_class'),
    'columns', (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'collation', case when l.collname <> 'default' then l.collname end, 'required', a.attnotnull,
        'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
        'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'primaryKey', (select coalesce(json_agg(a.attname order by k.position), '[]')
      from pg_constraint p cross join lateral unnest(p.conkey) with ordinality as k(attnum, position)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p')) as json
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p'
    and (n.nspname = 'backoffice' and c.relname <> '${UNFINISHED}' or n.nspname = 'backoffice_trash'
      or n.nspname = 'public' and starts_with(obj_description(c.oid, 'pg_class'), '${COMMENT_PREFIX}'))
  order by n.nspname, c.relname`;

/** Read after the snapshot of the rows, so that no number in a row is ahead of its sequence. */
export async function readSequences(sql: QueryRunner): Promise<ArchivedSequence[]> {
  return (await sql.rows<{ json: ArchivedSequence }>(SEQUENCES)).map(({ json }) => json);
}

const SEQUENCES = `
  select json_build_object('schema', schemaname, 'name', sequencename, 'type', data_type::text,
    'start', start_value::text, 'least', min_value::text, 'most', max_value::text, 'step', increment_by::text,
    'last', last_value::text) as json
  from pg_sequences where schemaname = 'backoffice' order by sequencename`;
