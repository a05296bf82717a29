import type { ImportParts, ImportTarget, ImportTerms } from './import-parts.ts';
import { importBatch } from './import-round.ts';
import type { ImportRun } from './import-run.ts';
import type { ReadRow } from './row-reader.ts';

/** How the batches of an import are written, and through which target everything else asks meanwhile. */
export type Steps = {
  target: ImportTarget;
  take(run: ImportRun, batch: readonly ReadRow[]): Promise<void>;
};

/**
 * Batches as they come; or, where progress is kept, each in a transaction with the note of how far the
 * import got. What is asked in between is asked inside the transaction, as it must see what the batch wrote.
 */
export function createSteps(
  target: ImportTarget & Partial<Pick<ImportParts['target'], 'transaction'>>,
  { progress }: ImportTerms,
): Steps {
  let current: ImportTarget = target;
  const through: ImportTarget = {
    findMany: (...asked) => current.findMany(...asked),
    findTogether: (...asked) => current.findTogether(...asked),
    writeMany: (...writes) => current.writeMany(...writes),
  };
  const note = async (run: ImportRun, batch: readonly ReadRow[], sql?: unknown) => {
    const last = batch.at(-1);
    // Rows that waited are looked at anew when the import goes on, so nothing is noted of them on the way.
    if (last && !run.isLastLook) await progress?.note(sql, { row: last.row, summary: run.summary });
  };
  return {
    target: through,
    async take(run, batch) {
      if (!progress || !target.transaction) {
        await importBatch(run, batch);
        return note(run, batch);
      }
      await target.transaction(async (inside, sql) => {
        current = inside;
        try {
          await importBatch(run, batch);
          await note(run, batch, sql);
        } finally {
          current = target;
        }
      });
    },
  };
}
