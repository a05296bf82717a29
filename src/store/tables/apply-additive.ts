import { createHash } from 'node:crypto';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../database.ts';
import { quoteName } from '../sql.ts';
import type { QueryRunner } from '../store.ts';
import { compareTables } from './compare-tables.ts';
import { readTables } from './read-tables.ts';
import type { Step } from './step.ts';
import { noteApplied, readApplied } from './applied-descriptor.ts';
import { systemTables } from './system-tables.ts';
import type { Table } from './table.ts';
import { toTables } from './to-tables.ts';

export type Applied = {
  applied: Step[];
  /** What the descriptor needs and cannot have without a loss. With one of these nothing was changed. */
  refused: Step[];
  /** What is no longer declared and was left where it is, with its data. */
  kept: Step[];
};

/**
 * Brings the tables up to the descriptor as far as nothing is lost by it: all of it in one
 * transaction, or nothing. Servers that start at the same time wait for each other.
 */
export async function applyAdditive(database: Database, descriptor: Descriptor): Promise<Applied> {
  const wanted = toTables(descriptor);
  const fingerprint = toFingerprint(wanted);
  if ((await readApplied(database))?.fingerprint === fingerprint) {
    // What the tables do not show, such as labels, may have changed all the same.
    await noteApplied(database, { descriptor, fingerprint, steps: [] });
    return { applied: [], refused: [], kept: [] };
  }
  const change: Change = { wanted, fingerprint, descriptor };
  try {
    return await database.transaction((sql) => applyIn(sql, change), {
      timeout: LONGEST_CHANGE,
      lockTimeout: LONGEST_CHANGE,
    });
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

type Change = { wanted: readonly Table[]; fingerprint: string; descriptor: Descriptor };

async function applyIn(sql: QueryRunner, change: Change): Promise<Applied> {
  await sql.query('select pg_advisory_xact_lock($1)', [CHANGE_OF_TABLES]);
  const there = await readTables(sql);
  const steps = compareTables(change.wanted, there);
  const kept = steps.filter(({ optional }) => optional);
  const applied = steps.filter(({ kind }) => kind === 'additive');
  const refused = steps.filter(({ kind, optional }) => kind !== 'additive' && !optional);
  // What stands on these could not be made, so there is nothing to try.
  if (refused.length === 0) refused.push(...(await makeSteps(sql, applied, there)));
  if (refused.length > 0) throw new Refused({ applied: [], refused, kept });
  const { descriptor, fingerprint } = change;
  await noteApplied(sql, { descriptor, fingerprint, steps: applied });
  return { applied, refused, kept };
}

/** Carries the answer out of the transaction, which is rolled back by it. */
class Refused extends Error {
  readonly outcome: Applied;

  constructor(outcome: Applied) {
    super('the tables were left as they are');
    this.outcome = outcome;
  }
}

const CHANGE_OF_TABLES = 7_261_002;
const LONGEST_CHANGE = 600_000;

/** Of all that is made here, so that a newer version of this program looks again too. */
function toFingerprint(wanted: readonly Table[]): string {
  return createHash('sha256')
    .update(JSON.stringify([systemTables, wanted]))
    .digest('hex');
}

/** Makes the steps in their order, and answers those that rows stand in the way of. */
async function makeSteps(
  sql: QueryRunner,
  steps: readonly Step[],
  there: ReadonlyMap<string, Table>,
): Promise<Step[]> {
  for (const statement of systemTables) await sql.query(statement);
  // Where the operators of trigrams are, which an administrator may have put into a schema of their own.
  const { rows } = await sql.query<{ schema: string }>(
    "select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'",
  );
  await sql.query(`set local search_path = public, ${rows[0]?.schema ?? 'public'}`);
  const refused: Step[] = [];
  for (const step of steps) {
    // Without the step refused before, others of its table cannot be made; those that could be are only looked at.
    const isOnlyLookedAt = refused.some(({ table }) => table === step.table);
    if (isOnlyLookedAt && !hasColumn(there, step)) continue;
    const obstacle = await findObstacle(sql, step);
    if (obstacle) refused.push({ ...step, summary: `${step.summary}: ${obstacle}` });
    else if (!isOnlyLookedAt) for (const statement of step.sql) await sql.query(statement);
  }
  // Until it has looked at new columns and indexes the planner guesses, and guesses badly.
  if (refused.length === 0)
    for (const table of new Set(steps.map((step) => step.table)))
      await sql.query(`analyze ${quoteName(table)}`);
  return refused;
}

function hasColumn(there: ReadonlyMap<string, Table>, { table, column }: Step): boolean {
  return there.get(table)?.columns.some(({ name }) => name === column) === true;
}

async function findObstacle(sql: QueryRunner, { obstacle }: Step): Promise<string | undefined> {
  if (!obstacle) return undefined;
  const { rows } = await sql.query<{ count: number }>(obstacle.count);
  const count = rows[0]?.count ?? 0;
  return count > 0 ? `${count} ${obstacle.summary}` : undefined;
}
