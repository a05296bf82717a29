/** What was seen of one column of a file, or one key of its objects. */
export type ColumnFacts = {
  /** As it stands in the file. */
  name: string;
  /** The values that are not empty, in the order of the rows. */
  values: readonly unknown[];
  /** How many different ones; texts and their like are counted by what is written. */
  distinct: ReadonlySet<string>;
  rows: number;
  /** All values are texts, in the written form of files; JSON has types of its own. */
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
    distinct: new Set(values.map(toKey)),
    rows: rows.length,
    isWritten,
  }));
}

/** One text for a value, equal for equal values. */
export function toKey(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !Array.isArray(value) || value.length > 0;
}
