import type { RowOutcome } from '../../exchange/import-parts.ts';
import { announceImport } from '../../store/jobs/import-progress.ts';
import type { UserCall } from '../call.ts';

export type ProgressTeller = {
  observe(found: RowOutcome): void;
  /** The last word, whatever the time. */
  end(state: string): void;
};

/** Every second is enough for whoever looks on, and costs an import nothing. */
const EVERY = 1_000;

/** Tells the streams of events of all servers how far an import is. Nobody waits for it, and nothing hangs on it. */
export function createProgressTeller(
  { parts, user }: UserCall,
  { id, resource }: { id: string; resource: string },
): ProgressTeller {
  const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  let rows = 0;
  let told = Date.now();
  const tell = (state: string): void => {
    told = Date.now();
    const notice = { id, resource, createdBy: user._id, state, rows, counts: { ...counts } };
    announceImport(parts.database, notice).catch((error: unknown) =>
      parts.log.warn({ error }, 'the progress of an import was not told'),
    );
  };
  return {
    observe({ row, outcome }) {
      rows = Math.max(rows, row);
      if (outcome in counts) counts[outcome]!++;
      if (Date.now() - told >= EVERY) tell('running');
    },
    end: tell,
  };
}
