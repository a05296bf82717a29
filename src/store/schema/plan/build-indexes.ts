import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../connection/database.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Step } from '../tables/table.ts';
import { markAs } from '../tables/table-sql.ts';

/** Held while indexes are built beside those who write. */
const BUILDING = 7_261_004;

/**
 * Builds indexes while others go on writing. A build waits for whoever is in a statement, so nobody
 * may wait for us within one: who finds the lock taken asks again later. An index that a build left
 * unfinished carries no mark of ours, is never used, and is dropped here before it is built anew.
 */
export async function buildIndexes(database: Database, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await database.alone(async (sql) => {
    while (!(await tryLock(sql))) await sleep(200);
    const { rows } = await sql.query<{ schema: string }>(
      "select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'",
    );
    await sql.query(`set search_path = public, ${rows[0]?.schema ?? 'public'}`);
    for (const { table, index } of steps) if (index) await build(sql, table, index);
  });
}

export async function isBuilding(sql: QueryRunner): Promise<boolean> {
  const { rows } = await sql.query<{ taken: boolean }>(
    `select exists (
       select from pg_locks where locktype = 'advisory' and objid = ${BUILDING} and classid = 0 and granted
         and database = (select oid from pg_database where datname = current_database())) as taken`,
  );
  return rows[0]?.taken === true;
}

async function tryLock(sql: QueryRunner): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${BUILDING}) as locked`,
  );
  return rows[0]?.locked === true;
}

async function build(
  sql: QueryRunner,
  table: string,
  { name, definition }: NonNullable<Step['index']>,
): Promise<void> {
  const { rows: marks } = await sql.query<{ mark: string | null }>(
    "select obj_description(to_regclass($1), 'pg_class') as mark",
    [quoteName(name)],
  );
  // Built by somebody else while we waited.
  if (marks[0]?.mark) return;
  await sql.query(`drop index concurrently if exists ${quoteName(name)}`);
  const started = performance.now();
  await sql.query(
    `create index concurrently ${quoteName(name)} on ${quoteName(table)} ${definition}`,
  );
  const seconds = (performance.now() - started) / 1000;
  await sql.query(markAs('index', name, definition));
  const { rows } = await sql.query<{ count: number }>(`select count(*) from ${quoteName(table)}`);
  await noteBuild(sql, definition, rows[0]?.count ?? 0, seconds);
}

/** Smaller builds tell nothing of how long big ones take. */
const FEWEST = 1_000;

/** Seconds an index over so many rows takes by what was measured here; null when nothing was. */
export async function estimateSeconds(
  sql: QueryRunner,
  definition: string,
  rows: number,
): Promise<number | null> {
  if (!(await hasTimes(sql))) return null;
  const { rows: found } = await sql.query<{ rate: number | null }>(
    `select sum(seconds) / sum(rows) as rate from (
       select seconds, rows from backoffice.index_build where method = $1 and rows >= ${FEWEST}
       order by seq desc limit 20) as lately`,
    [methodOf(definition)],
  );
  const rate = found[0]?.rate ?? null;
  return rate === null ? null : Math.round(rate * rows * 1000) / 1000;
}

async function noteBuild(
  sql: QueryRunner,
  definition: string,
  rows: number,
  seconds: number,
): Promise<void> {
  if (rows < FEWEST) return;
  await sql.query(
    'insert into backoffice.index_build (method, rows, seconds) values ($1, $2, $3)',
    [methodOf(definition), rows, seconds],
  );
}

function methodOf(definition: string): string {
  return /^using (\w+)/.exec(definition)?.[1] ?? 'btree';
}

async function hasTimes(sql: QueryRunner): Promise<boolean> {
  const { rows } = await sql.query<{ there: boolean }>(
    "select to_regclass('backoffice.index_build') is not null as there",
  );
  return rows[0]?.there === true;
}
