import type { ImportRun } from './import-run.ts';
import { keyOf } from './row-key.ts';
import type { ReadRow } from './row-reader.ts';

/** The first row of each key and each unique value; the others come when these are written. */
export function takeRound(run: ImportRun, rows: readonly ReadRow[]): [ReadRow[], ReadRow[]] {
  const taken = new Map<string, Set<unknown>>();
  const round: ReadRow[] = [];
  const later: ReadRow[] = [];
  for (const read of rows) {
    const claims: [string, unknown][] = [
      ['', keyOf(run, read)],
      ['_id', read.id],
      ...run.unique.map((name): [string, unknown] => [name, read.values[name]]),
    ];
    const isFree = claims.every(
      ([name, value]) => isNothing(value) || !taken.get(name)?.has(value),
    );
    if (!isFree) later.push(read);
    else round.push(read);
    for (const [name, value] of claims) {
      if (!taken.has(name)) taken.set(name, new Set());
      taken.get(name)!.add(value);
    }
  }
  return [round, later];
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
