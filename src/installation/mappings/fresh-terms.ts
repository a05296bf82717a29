import { createHash } from 'node:crypto';
import type { Database } from '../../store/connection/database.ts';
import { errorCode } from '../../store/connection/errors.ts';
import type { QueryRunner } from '../../store/store.ts';
import { followChanges, type Changed } from './follow-changes.ts';
import { changeTables, remakeSql, triggersOf, watched } from './term-tables.ts';
import { findVersion } from './version.ts';

/**
 * The terms of all extractions, grouped and told from each other by what became of them, are kept in tables
 * of their own, and brought up to date by whoever asks after something changed. Answers the version of the
 * mappings they are of.
 */
export async function freshTerms(database: Database): Promise<number> {
  const known = await look(database);
  if (known?.isFresh) return known.version;
  if (!known?.isMade) await database.transaction(watch, LONG);
  return database.transaction(refresh, LONG);
}

/** A table is made anew in a few seconds for each million rows; a second who asks waits for the first. */
const LONG = { timeout: 300_000, lockTimeout: 300_000 };

/** With more than these changed it takes less time to make all of it anew. */
const MANY = 20_000;

/** Other SQL, other tables: so that a newer version of this program makes its own. */
const shape = createHash('sha256')
  .update(JSON.stringify([changeTables, remakeSql('')]))
  .digest('hex')
  .slice(0, 16);

type Known = { version: number; isMade: boolean; isFresh: boolean };

/** What is applied may have put other values into the columns, past all triggers. */
async function look(sql: QueryRunner): Promise<Known | undefined> {
  try {
    const { rows } = await sql.query<Known>(
      `select version, "isMade", "isMade" and not exists (select from backoffice.term_changes) as "isFresh"
       from (select version, shape = $1 and descriptor = (select max(seq) from backoffice.descriptor) as "isMade"
         from backoffice.term_state) s`,
      [shape],
    );
    return rows[0];
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

/** One at a time, on all servers. */
async function lock(sql: QueryRunner): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('mappings.terms'))`);
}

/** By itself and before all is read, so that writers wait for no more than this, and no change is missed. */
async function watch(sql: QueryRunner): Promise<void> {
  await lock(sql);
  for (const statement of changeTables) await sql.query(statement);
  for (const table of watched) {
    const { rowCount } = await sql.query(
      `select from pg_trigger where tgrelid = $1::regclass and tgname like 'note\\_terms\\_%'`,
      [`public.${table}`],
    );
    // A trigger that is there already is not made again, as that would wait for all who write.
    if (rowCount !== triggersOf(table).length)
      for (const statement of triggersOf(table)) await sql.query(statement);
  }
}

async function refresh(sql: QueryRunner): Promise<number> {
  await lock(sql);
  await sql.query(`set local work_mem = '48MB'`);
  const known = await look(sql);
  // Whoever held the lock has done it.
  if (known?.isFresh) return known.version;
  // Those of transactions that are not over yet stay, and what is read below is at least as new as these.
  const { rows } = await sql.query<{ resource: keyof Changed; ids: string[] | null }>(
    'delete from backoffice.term_changes returning resource, ids',
  );
  const version = await findVersion(sql);
  const of = (resource: keyof Changed) => [
    ...new Set(rows.flatMap((row) => (row.resource === resource ? (row.ids ?? []) : []))),
  ];
  const changed = { extractions: of('extractions'), mappings: of('mappings'), chems: of('chems') };
  const count = Object.values(changed).reduce((sum, ids) => sum + ids.length, 0);
  const isOther = known?.isMade !== true || known.version !== version;
  if (isOther || count > MANY || rows.some(({ ids }) => ids === null)) await remake(sql, version);
  else await followChanges(sql, changed, version);
  return version;
}

async function remake(sql: QueryRunner, version: number): Promise<void> {
  const { rows } = await sql.query<{ schema: string }>(
    `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
  );
  for (const statement of remakeSql(rows[0]?.schema ?? 'public'))
    await sql.query(statement, statement.includes('$1') ? [version] : []);
  await sql.query('delete from backoffice.term_state');
  await sql.query(
    'insert into backoffice.term_state select $1, coalesce(max(seq), 0), $2 from backoffice.descriptor',
    [shape, version],
  );
}
