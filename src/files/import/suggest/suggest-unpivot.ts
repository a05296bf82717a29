import type { FileColumn } from './suggest-mapping.ts';

/** Fewer neighbours are rather fields of one record. */
const FEWEST = 5;

/**
 * The longest row of neighbouring columns that probably have a record in each cell, such as one column for each
 * substance or year: no field is called like them, and at least half of their cells are numbers, where others
 * are `n.d.` or `<LOQ`. Empty if there are too few.
 */
export function suggestUnpivot(
  columns: readonly FileColumn[],
  isNamed: (column: string) => boolean,
): string[] {
  let longest: FileColumn[] = [];
  let neighbours: FileColumn[] = [];
  for (const column of columns) {
    const isOne = !isNamed(column.name) && hasAmounts(column);
    neighbours = isOne ? [...neighbours, column] : [];
    if (countFilled(neighbours) > countFilled(longest)) longest = neighbours;
  }
  return countFilled(longest) < FEWEST ? [] : longest.map(({ name }) => name);
}

function countFilled(columns: readonly FileColumn[]): number {
  return columns.filter(({ samples }) => samples.length > 0).length;
}

function hasAmounts({ samples }: FileColumn): boolean {
  return 2 * samples.filter(isAmount).length >= samples.length;
}

function isAmount(cell: unknown): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && AMOUNT.test(cell));
}

/** `1.5`, `1,200`, `<0.05`, `3e-4`; a date with points is none. */
const AMOUNT = /^\s*[<>≤≥~]?\s*[-+]?\d+(,\d{3})*([.,]\d+)?(e[-+]?\d+)?\s*$/i;
