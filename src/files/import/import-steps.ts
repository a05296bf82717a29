import type { ImportParts, ImportTarget, ImportTerms } from './import-parts.ts';
import { importBatch } from './import-round.ts';
import type { ImportRun } from './import-run.ts';
import type { ReadRow } from './row-reader.ts';

/** How the batches of an import are written, and through which target everything else asks meanwhile. */
export type Steps = {
  target: ImportTarget;
  write(run: ImportRun, batch: readonly ReadRow[]): Promise<void>;
  /** What is left to do when all rows were looked at. */
  finish(run: ImportRun, work: () => Promise<void>): Promise<void>;
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
  const within = async (
    run: ImportRun,
    batch: readonly ReadRow[],
    work: () => Promise<void>,
  ): Promise<void> => {
    const workAndNote = async (sql?: unknown) => {
      await work();
      // Rows that waited stand above the last one that is in.
      const row = run.isLastPass ? 0 : (batch.at(-1)?.row ?? 0);
      await progress?.save(sql, { row, summary: run.summary });
    };
    if (!progress || !target.transaction) return workAndNote();
    await target.transaction(async (inside, sql) => {
      current = inside;
      try {
        await workAndNote(sql);
      } finally {
        current = target;
      }
    });
  };
  return {
    target: through,
    finish: (run, work) => within(run, [], work),
    write: (run, batch) => within(run, batch, () => importBatch(run, batch)),
  };
}
