/** The separators between cells, the most probable first in case nothing distinguishes them. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * The character that cuts the first lines of a CSV into equally many cells, and
 * into the most. What stands in quotes does not count.
 */
export function detectDelimiter(head: string): string {
  const lines = linesOf(head).slice(0, LINES);
  const scored = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(lines, delimiter) }));
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
  return best.score > 0 ? best.delimiter : delimiters[0];
}

const LINES = 50;

/** Lines that agree on their number of cells weigh more than one line with many. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(delimiter).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...[...counts].map(([count, times]) => times * times * Math.min(count, 20)));
}

/** The lines without quoted texts, so that a comma in a name is not taken for a separator. */
function linesOf(head: string): string[] {
  const bare = head.replace(/"(?:[^"]|"")*("|$)/g, '""');
  const lines = bare.split(/\r\n|\n|\r/);
  // The last line may be cut off.
  return (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
}
