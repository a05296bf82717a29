import { createHash } from 'node:crypto';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../database.ts';
import { quoteName } from '../sql.ts';
import type { QueryRunner } from '../store.ts';
import { compareTables } from './compare-tables.ts';
import { readTables } from './read-tables.ts';
import type { Step } from './step.ts';
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
  if ((await readFingerprint(database)) === fingerprint)
    return { applied: [], refused: [], kept: [] };
  return database.transaction(
    async (sql) => {
      await sql.query('select pg_advisory_xact_lock($1)', [CHANGE_OF_TABLES]);
      const there = await readTables(sql);
      const steps = compareTables(wanted, there);
      const kept = steps.filter(({ optional }) => optional);
      const refused = await findRefused(sql, steps, there);
      if (refused.length > 0) return { applied: [], refused, kept };
      const applied = steps.filter(({ kind }) => kind === 'additive');
      await makeSteps(sql, applied);
      await noteApplied(sql, fingerprint, descriptor, applied);
      return { applied, refused, kept };
    },
    { timeout: LONGEST_CHANGE, lockTimeout: LONGEST_CHANGE },
  );
}

const CHANGE_OF_TABLES = 7_261_002;
const LONGEST_CHANGE = 600_000;

/** Of all that is made here, so that a newer version of this program looks again too. */
function toFingerprint(wanted: readonly Table[]): string {
  return createHash('sha256')
    .update(JSON.stringify([systemTables, wanted]))
    .digest('hex');
}

async function readFingerprint(database: Database): Promise<string | undefined> {
  const { rows: found } = await database.query(
    "select to_regclass('backoffice.descriptor') is not null as there",
  );
  if (!found[0]?.there) return undefined;
  const { rows } = await database.query(
    'select fingerprint from backoffice.descriptor order by seq desc limit 1',
  );
  return rows[0]?.fingerprint;
}

async function findRefused(
  sql: QueryRunner,
  steps: readonly Step[],
  there: ReadonlyMap<string, Table>,
): Promise<Step[]> {
  const refused: Step[] = steps.filter(({ kind, optional }) => kind !== 'additive' && !optional);
  for (const step of steps.filter(({ obstacle }) => obstacle)) {
    if (!there.has(step.table)) continue; // it is only being made, so it has no rows
    const { rows } = await sql.query<{ count: number }>(step.obstacle!.count);
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      refused.push({ ...step, summary: `${step.summary}: ${count} ${step.obstacle!.summary}` });
  }
  return refused;
}

async function makeSteps(sql: QueryRunner, steps: readonly Step[]): Promise<void> {
  for (const statement of systemTables) await sql.query(statement);
  // Where the operators of trigrams are, which an administrator may have put into a schema of their own.
  const { rows } = await sql.query<{ schema: string }>(
    "select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'",
  );
  const schema = rows[0]?.schema ?? 'public';
  await sql.query(`set local search_path = public, ${schema}`);
  for (const step of steps) for (const statement of step.sql) await sql.query(statement);
  // Until it has looked at new columns and indexes the planner guesses, and guesses badly.
  for (const table of new Set(steps.map((step) => step.table)))
    await sql.query(`analyze ${quoteName(table)}`);
}

async function noteApplied(
  sql: QueryRunner,
  fingerprint: string,
  { hash, source }: Descriptor,
  applied: readonly Step[],
): Promise<void> {
  await sql.query(
    'insert into backoffice.descriptor (fingerprint, hash, source, steps) values ($1, $2, $3, $4)',
    [
      fingerprint,
      hash,
      JSON.stringify(source),
      JSON.stringify(applied.map(({ summary }) => summary)),
    ],
  );
}
