import { problem } from '../../fields/problem.ts';
import type { ImportRun } from './import-run.ts';
import { keyOf, lookUpKeys } from './row-key.ts';
import type { ReadRow } from './row-reader.ts';

/** By which keys the rows of a file meant records, in 24 to 48 bytes for each. */
export type SeenKeys = {
  /** The row that had the key first; the one given where it is the first. */
  first(key: unknown, row: number): number;
};

/** Of so many keys the rows are known; those of the rows behind are not looked for among themselves. */
const MOST = 4_000_000;

/** A table with open places, since a map of texts would take ten times the memory. */
export function createSeenKeys(): SeenKeys {
  let hashes = new Float64Array(1_024);
  let rows = new Float64Array(1_024);
  let count = 0;
  const placeOf = (hash: number): number => {
    let at = hash % hashes.length;
    while (hashes[at] !== 0 && hashes[at] !== hash) at = (at + 1) % hashes.length;
    return at;
  };
  const grow = (): void => {
    const before = { hashes, rows };
    hashes = new Float64Array(before.hashes.length * 2);
    rows = new Float64Array(hashes.length);
    for (const [at, hash] of before.hashes.entries()) {
      if (hash === 0) continue;
      const place = placeOf(hash);
      hashes[place] = hash;
      rows[place] = before.rows[at]!;
    }
  };
  return {
    first(key, row) {
      const hash = hashOf(String(key));
      const at = placeOf(hash);
      if (hashes[at] === hash) return rows[at]!;
      if (count >= MOST) return row;
      hashes[at] = hash;
      rows[at] = row;
      if (++count > hashes.length / 2) grow();
      return row;
    },
  };
}

/** Warns of rows whose record an earlier row of the file means already: the last of them would win in silence. */
export function warnOfRepeats(run: ImportRun, rows: readonly ReadRow[]): void {
  const { mode, key } = run.options;
  // Such a row fails where records are only created.
  if (mode === 'create') return;
  for (const read of rows) {
    const value = keyOf(run, read);
    if (value === undefined || value === null) continue;
    const row = run.seen.first(value, read.row);
    if (row !== read.row)
      read.warnings.push(problem('I061', key[0]!, { row, key: key.join(', ') }));
  }
}

/** Of an import that goes on: what rows that are in already mean, which is asked of those behind them. */
export async function rememberKeys(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
  const { mode, leaveOut, warnings } = run.options;
  if (mode === 'create') return;
  const taken = rows.filter(
    (read) =>
      read.problems.length === 0 &&
      !leaveOut?.has(read.row) &&
      (warnings !== 'leaveOut' || read.warnings.length === 0),
  );
  await lookUpKeys(run, taken);
  warnOfRepeats(run, taken);
}

/** 53 bits (cyrb53), never 0: among a million keys two are taken for one in one file of ten thousand. */
function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0) || 1;
}
