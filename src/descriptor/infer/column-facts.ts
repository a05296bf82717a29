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

export function toColumnFacts(rows: readonly Row[], isWritten: boolean): ColumnFacts[] {
  const columns = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const values = columns.get(name) ?? [];
      columns.set(name, values);
      if (isFilled(value)) values.push(value);
    }
  }
  return [...columns].map(([name, values]) => ({
    name,
    values,
    distinct: new Set(values.map(toComparableText)),
    rows: rows.length,
    isWritten,
  }));
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
