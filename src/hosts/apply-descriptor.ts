import type { Log } from '../store/log-fields.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { TablesInUse } from '../store/schema/plan/change-tables.ts';
import { readApplied } from '../store/schema/tables/applied-descriptor.ts';
import { refuseWith } from './refusal.ts';
import { applyAdditive } from '../store/schema/plan/apply-additive.ts';

/** Updates the tables to match the descriptor and logs the steps. Returns refused steps; then nothing was done. */
export async function applyDescriptor(database: Database, descriptor: Descriptor, log: Log) {
  const before = await readApplied(database);
  const applying = applyAdditive(database, descriptor);
  const { applied, refused, kept, unfit } = await refuseWith(applying, TablesInUse);
  for (const { table, summary } of applied) log.debug({ table }, summary.sentence);
  for (const sentence of kept) log.warn({}, `Not applied: ${sentence}`);
  for (const sentence of unfit) log.warn({}, sentence);
  // A new database gets all tables, which surprises nobody: the first minute has sentences only.
  if (applied.length > 0 && before) {
    const tables = [...new Set(applied.map(({ table }) => table))];
    log.info(
      { tables, changes: applied.length },
      'The database tables were updated to match the descriptor',
    );
  }
  return { applied, refused };
}
