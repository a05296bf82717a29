import { createHash } from 'node:crypto';
import { quoteText } from '../../connection/sql.ts';
import { NATURAL } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { systemTables } from './system-tables.ts';

/**
 * Creates our own tables, unless the comment of their schema says that exactly these statements made exactly what is
 * there. Each statement would lock its table against all writes, even if it has nothing to do.
 */
export async function createSystemTables(sql: QueryRunner): Promise<void> {
  const comment = await sql.value<string | null>(
    `select obj_description(to_regnamespace('backoffice'), 'pg_namespace')`,
  );
  if (comment === (await describeMade(sql))) return;
  for (const statement of systemTables) await sql.query(statement);
  await sql.query(`comment on schema backoffice is ${quoteText(await describeMade(sql))}`);
}

async function describeMade(sql: QueryRunner): Promise<string> {
  return `Made by the statements ${statements}: ${await sql.value<string | null>(readObjects)}`;
}

const statements = createHash('sha256').update(systemTables.join(';')).digest('hex');

/**
 * A hash of the columns, indexes, triggers, functions and collation that the statements make: an administrator may have dropped
 * one, or restored an older one. Descriptors add sequences, and functions of triggers, to the same schema.
 */
const readObjects = `select md5(string_agg(object, ' ' order by object collate "C")) from (
  select format('%s.%s %s', c.relname, a.attname, a.atttypid) as object
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = to_regnamespace('backoffice') and c.relkind in ('r', 'i')
  union all
  select format('%s on %s', t.tgname, c.relname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = to_regnamespace('backoffice') and not t.tgisinternal
  union all
  select proname from pg_proc
  where pronamespace = to_regnamespace('backoffice') and prorettype <> 'trigger'::regtype
  union all
  select nspname from pg_namespace where nspname = 'backoffice_trash'
  union all
  select collname from pg_collation where collname = ${quoteText(NATURAL)}
) objects`;
