import { setTimeout as sleep } from 'node:timers/promises';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import { isLockHeld } from '../../connection/running-servers.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { saveApplied } from '../tables/applied-descriptor.ts';
import type { Step } from '../tables/table.ts';
import { setSearchPath } from '../tables/make-steps.ts';
import { markAs } from '../tables/table-sql.ts';
import type { Pending } from './steps/pending-steps.ts';

/** The lock that is held while indexes are built beside running writes. */
const BUILDING = 7_261_004;

/** From so many rows on, an index is built after everything else, while others keep writing. */
const MANY_ROWS = 10_000;

/** Finds the steps that can wait: nothing depends on an index of an existing table, except the time of queries. */
export async function findLater(
  sql: QueryRunner,
  { existing, renames }: Pick<Pending, 'existing' | 'renames'>,
  steps: readonly Step[],
): Promise<Step[]> {
  const later: Step[] = [];
  for (const step of steps) {
    const { table, index } = step;
    if (!index || index.unique || !existing.has(table)) continue;
    const last = `select from ${quoteName(table)} offset ${MANY_ROWS - 1} limit 1`;
    if (await sql.some(renames.inOldNames(last, table))) later.push(step);
  }
  return later;
}

/** Builds what was left for later, and records that nothing is unfinished. */
export async function buildLater(
  database: Database,
  descriptor: Descriptor,
  later: readonly Step[],
): Promise<void> {
  if (later.length === 0) return;
  await buildIndexes(database, later);
  await saveApplied(database, { descriptor, steps: later });
}

/**
 * Builds indexes while others keep writing. A build waits for every running statement, so nobody may wait for us
 * inside one: a process that finds the lock taken asks again later. An unfinished index lacks our mark and is never
 * used; this drops it before it builds the index again.
 */
async function buildIndexes(database: Database, steps: readonly Step[]): Promise<void> {
  await database.alone(async (sql) => {
    const lock = `select pg_try_advisory_lock(${BUILDING})`;
    while (!(await sql.value<boolean>(lock))) await sleep(200);
    await setSearchPath(sql, 'connection');
    for (const { table, index } of steps) if (index) await build(sql, table, index);
  });
}

export async function isBuilding(sql: QueryRunner): Promise<boolean> {
  return await isLockHeld(sql, BUILDING);
}

async function build(
  sql: QueryRunner,
  table: string,
  { name, definition }: NonNullable<Step['index']>,
): Promise<void> {
  const mark = "select obj_description(to_regclass($1), 'pg_class')";
  // Another process built it while this one waited.
  if (await sql.value<string | null>(mark, [quoteName(name)])) return;
  await sql.query(`drop index concurrently if exists ${quoteName(name)}`);
  const started = performance.now();
  await sql.query(
    `create index concurrently ${quoteName(name)} on ${quoteName(table)} ${definition}`,
  );
  const seconds = (performance.now() - started) / 1000;
  await sql.query(markAs('index', name, definition));
  const rows = await sql.value<number>(`select count(*) from ${quoteName(table)}`);
  if (rows < FEWEST) return;
  await sql.query(
    'insert into backoffice.index_build (method, rows, seconds) values ($1, $2, $3)',
    [methodOf(definition), rows, seconds],
  );
}

/** Smaller builds do not show how long large ones take. */
const FEWEST = 1_000;

/** Estimates the seconds an index over so many rows takes, by builds measured here; null without any. */
export async function estimateSeconds(sql: QueryRunner, definition: string, rows: number) {
  // Older versions lack this table.
  if (!(await sql.value("select to_regclass('backoffice.index_build')"))) return null;
  const rate = await sql.value<number | null>(
    `select sum(seconds) / sum(rows) as rate from (
       select seconds, rows from backoffice.index_build where method = $1 and rows >= ${FEWEST}
       order by seq desc limit 20) as lately`,
    [methodOf(definition)],
  );
  return rate === null ? null : Math.round(rate * rows * 1000) / 1000;
}

function methodOf(definition: string): string {
  return /^using (\w+)/.exec(definition)?.[1] ?? 'btree';
}
