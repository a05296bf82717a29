import type { ImportParts, ImportTarget, ImportTerms } from '../import-parts.ts';
import { type FileRuns, type ReadSplit, sumUp, writeSplit } from './file-runs.ts';

/** How an import writes its batches, and the target that everything else uses meanwhile. */
export type BatchWriter = {
  target: ImportTarget;
  write(runs: FileRuns, batch: readonly ReadSplit[]): Promise<void>;
  /** Does the remaining work after all rows were read. */
  finish(runs: FileRuns, work: () => Promise<void>): Promise<void>;
};

/**
 * Writes batches as they come; or, if progress is kept, each in a transaction together with the
 * progress. Lookups in between run in the same transaction, because they must see what the batch wrote.
 */
export function createBatchWriter(
  target: ImportTarget & Partial<Pick<ImportParts['target'], 'transaction'>>,
  { progress }: ImportTerms,
): BatchWriter {
  let current: ImportTarget = target;
  const through: ImportTarget = {
    findMany: (...args) => current.findMany(...args),
    findTogether: (...args) => current.findTogether(...args),
    settle: (...args) => current.settle(...args),
    writeMany: (...writes) => current.writeMany(...writes),
  };
  const within = async (
    runs: FileRuns,
    batch: readonly ReadSplit[],
    work: () => Promise<void>,
  ): Promise<void> => {
    const workAndSave = async (sql?: unknown) => {
      await work();
      // Waiting rows come before the last imported one.
      const row = runs.own.isLastPass ? 0 : (batch.at(-1)?.row ?? 0);
      await progress?.save(sql, { row, summary: sumUp(runs) });
    };
    if (!progress || !target.transaction) return workAndSave();
    await target.transaction(async (inside, sql) => {
      current = inside;
      try {
        await workAndSave(sql);
      } finally {
        current = target;
      }
    });
  };
  return {
    target: through,
    finish: (runs, work) => within(runs, [], work),
    write: (runs, batch) => within(runs, batch, () => writeSplit(runs, batch)),
  };
}
