import type { Log } from '../api/api-parts.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { applyAdditive } from '../store/schema/plan/apply-additive.ts';
import type { Step } from '../store/schema/tables/table.ts';

/** Brings the tables up to the descriptor and logs how; answers what it may not do, and then nothing was done. */
export async function applyDescriptor(
  database: Database,
  descriptor: Descriptor,
  log: Log,
): Promise<{ applied: readonly Step[]; refused: readonly Step[] }> {
  const { applied, refused, kept } = await applyAdditive(database, descriptor);
  for (const { table, summary } of applied) log.debug({ table }, summary);
  for (const sentence of kept) log.warn({}, `Not applied: ${sentence}`);
  if (applied.length > 0) {
    const tables = [...new Set(applied.map(({ table }) => table))];
    log.info(
      { tables, changes: applied.length },
      'The database tables were updated to match the descriptor',
    );
  }
  return { applied, refused };
}
