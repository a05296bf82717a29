import type { RowOutcome } from '../../files/import/import-parts.ts';
import type { UserCall } from '../http/call.ts';
import { createWorkTeller } from './jobs/work-teller.ts';

type ProgressTeller = {
  observe(found: RowOutcome): void;
  /** That it began or ended, whatever the time. */
  say(state: string): void;
};

type Counts = Readonly<Record<string, unknown>>;

/** Tells how far an import is. One that is gone on with goes on counting from `before`. */
export function createProgressTeller(
  call: UserCall,
  {
    id,
    resource,
    before,
    bytes,
  }: { id: string; resource: string; before?: Counts; bytes?: () => number },
): ProgressTeller {
  const counts: Record<string, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    leftOut: 0,
    warnings: 0,
  };
  for (const outcome of Object.keys(counts)) counts[outcome] = Number(before?.[outcome] ?? 0);
  let rows = 0;
  const teller = createWorkTeller(call, { work: 'import', id, resource }, () => ({
    rows,
    counts,
    ...(bytes && { bytes: bytes() }),
  }));
  return {
    observe({ row, outcome, warnings }) {
      rows = Math.max(rows, row);
      if (outcome in counts) counts[outcome]!++;
      if (warnings && outcome !== 'failed') counts['warnings']!++;
      teller.tell();
    },
    say: teller.say,
  };
}
