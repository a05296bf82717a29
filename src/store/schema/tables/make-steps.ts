import { toSentence } from '../../../fields/problems/plan-text.ts';
import { errorCode } from '../../connection/errors.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Step, Table } from './table.ts';
import { createSystemTables } from '../system-tables/create-system-tables.ts';
import { checkLayout } from '../system-tables/layout.ts';

/** Carries out one step; returns the obstacle, if there is one. */
type Make = (sql: QueryRunner, step: Step) => Promise<string | undefined>;

/** Carries out the steps in order, and returns those that existing rows prevent. */
export async function makeSteps(
  sql: QueryRunner,
  steps: readonly Step[],
  there: ReadonlyMap<string, Table>,
  make: Make = makeBySql,
): Promise<Step[]> {
  await lockTables(sql, steps);
  await prepareTables(sql);
  const refused: Step[] = [];
  for (const step of steps) {
    // After a refused step, others of its table may fail, so they are only checked, if their column exists.
    const isOnlyLookedAt = refused.some(({ table }) => table === step.table);
    if (isOnlyLookedAt && !hasColumn(there, step)) continue;
    const obstacle = await findObstacle(sql, step);
    const reason = obstacle ?? (isOnlyLookedAt ? undefined : await make(sql, step));
    if (reason !== undefined) {
      const summary = toSentence('prevented', { step: step.summary.text, reason });
      refused.push({ ...step, summary });
    }
  }
  // Until it has analyzed new columns and indexes, the planner guesses, and guesses badly.
  if (refused.length === 0)
    for (const table of new Set(steps.map((step) => step.table))) await analyze(sql, table);
  return refused;
}

/**
 * Locks the tables of the steps before the first of them. Otherwise a step would wait for a writer who waits for the
 * table of an earlier step. Writers take tables in orders of their own: a table that they hold while they wait for
 * those that are locked here comes first the next time.
 */
async function lockTables(sql: QueryRunner, steps: readonly Step[]): Promise<void> {
  const there = await sql.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and relname = any($1) order by relname`,
    [steps.map(({ table }) => table)],
  );
  let names = there.map(({ name }) => name);
  for (let left = there.length; ; left--) {
    await sql.query('savepoint unlocked');
    const missed = await lockInTurn(sql, names);
    if (!missed) return;
    if (left === 0) throw missed.error;
    // This lets those on who wait for us.
    await sql.query('rollback to savepoint unlocked');
    names = [missed.name, ...names.filter((name) => name !== missed.name)];
  }
}

/** Returns the first table that is in use, and the error that says so. */
async function lockInTurn(
  sql: QueryRunner,
  names: readonly string[],
): Promise<{ name: string; error: unknown } | undefined> {
  for (const name of names) {
    try {
      await sql.query(`lock table public.${quoteName(name)} in access exclusive mode`);
    } catch (error) {
      if (errorCode(error) !== '55P03') throw error;
      return { name, error };
    }
  }
  return undefined;
}

/**
 * Creates what every step needs: our own tables, and a search path that finds the trigram operators. Tables of a newer
 * program stay as they are, because its functions know more than ours.
 */
export async function prepareTables(sql: QueryRunner): Promise<void> {
  const { isNewer } = await checkLayout(sql);
  if (!isNewer) await createSystemTables(sql);
  await setSearchPath(sql, 'transaction');
}

/** Finds our tables and the trigram operators, which an administrator may have put into another schema. */
export async function setSearchPath(sql: QueryRunner, during: 'connection' | 'transaction') {
  await sql.query(
    `select set_config('search_path', 'public, ' || coalesce((select extnamespace::regnamespace::text
       from pg_extension where extname = 'pg_trgm'), 'public'), ${during === 'transaction'})`,
  );
}

async function makeBySql(sql: QueryRunner, step: Step): Promise<undefined> {
  for (const statement of step.sql) await sql.query(statement);
}

async function analyze(sql: QueryRunner, table: string): Promise<void> {
  // The table may have been dropped.
  if (await sql.value('select to_regclass($1)', [`public.${quoteName(table)}`]))
    await sql.query(`analyze ${quoteName(table)}`);
}

function hasColumn(there: ReadonlyMap<string, Table>, { table, column }: Step): boolean {
  return there.get(table)?.columns.some(({ name }) => name === column) === true;
}

async function findObstacle(sql: QueryRunner, { obstacle }: Step): Promise<string | undefined> {
  if (!obstacle) return undefined;
  const count = await sql.value<number>(obstacle.count);
  return count > 0 ? `${count} ${obstacle.summary.sentence}` : undefined;
}
