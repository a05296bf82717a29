import type { FileColumn } from './suggest-mapping.ts';

/** Fewer neighbours are rather fields of one record. */
export const FEWEST_CELLS = 5;

type Known = {
  /** Whether a column is called like a field. */
  isNamed: (column: string) => boolean;
  /** Whether it is called like a record that others refer to. */
  isRecord: (column: string) => boolean;
};

/**
 * The longest row of neighbouring columns that probably have a record in each cell, such as one column for each
 * substance or year: no field is called like them, and a record is, or at least half of their cells are numbers, where
 * others are `n.d.` or `<LOQ`. Empty if there are too few.
 */
export function suggestUnpivot(
  columns: readonly FileColumn[],
  { isNamed, isRecord }: Known,
): string[] {
  let longest: FileColumn[] = [];
  let neighbours: FileColumn[] = [];
  for (const column of columns) {
    const { name } = column;
    const isOne = !isNamed(name) && (isRecord(name) || hasAmounts(column));
    neighbours = isOne ? [...neighbours, column] : [];
    if (countFilled(neighbours) > countFilled(longest)) longest = neighbours;
  }
  return countFilled(longest) < FEWEST_CELLS ? [] : longest.map(({ name }) => name);
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
