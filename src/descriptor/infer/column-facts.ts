/** The facts about one column of a file, or one key of its objects. */
export type ColumnFacts = {
  /** The name as in the file. */
  name: string;
  /** The values that are not empty, in row order. */
  values: readonly unknown[];
  /** The distinct values by `toComparableText`; numbers, booleans and lists count by their JSON. */
  distinct: ReadonlySet<string>;
  rows: number;
  /** All values are texts as written in a file. JSON has its own types. */
  isWritten: boolean;
};

export type Row = Readonly<Record<string, unknown>>;

/** The names of all columns, in the order in which the rows bring them. */
export function columnNames(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(Object.keys))];
}

export function toColumnFacts(rows: readonly Row[], name: string, isWritten: boolean): ColumnFacts {
  const values = rows.map((row) => row[name]).filter(isFilled);
  const distinct = new Set(values.map(toComparableText));
  return { name, values, distinct, rows: rows.length, isWritten };
}

/** A text that is equal for equal values. */
export function toComparableText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !Array.isArray(value) || value.length > 0;
}
