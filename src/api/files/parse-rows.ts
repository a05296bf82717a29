import { problem, type Problem } from '../../fields/problem.ts';

/** More would be a choice nobody has made row by row. */
export const MOST_ROWS = 10_000;

/** Reads `3,5,17-20`: rows of a file, counted from 1 below the names. */
export function parseRows(
  name: string,
  text: string | undefined,
  problems: Problem[],
  otherwise = '',
): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    if (part.trim() === '') continue;
    const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part) ?? [];
    const count = Number(to) - Number(from) + 1;
    if (!(Number(from) >= 1 && count >= 1)) {
      problems.push(problem('I005', name, { expected: `${otherwise}3,5,17-20` }));
      return rows;
    }
    if (rows.size + count > MOST_ROWS) {
      problems.push(problem('V016', name, { max: MOST_ROWS }));
      return rows;
    }
    for (let row = Number(from); row <= Number(to); row++) rows.add(row);
  }
  return rows;
}
