/** A table of a database that is not ours, as its catalog describes it. */
export type ForeignTable = {
  schema: string;
  name: string;
  kind: 'table' | 'partitioned' | 'foreign' | 'view' | 'materialized view';
  comment: string | null;
  /** Of this user: a table that may not be read is there, but nothing can be said of its values. */
  isReadable: boolean;
  /** The database may hide rows from this user. */
  hidesRows: boolean;
  columns: readonly ForeignColumn[];
  primaryKey: readonly string[];
  /** Columns that are different together in every row. */
  uniques: readonly (readonly string[])[];
  foreignKeys: readonly ForeignKey[];
  checks: readonly { name: string; columns: readonly string[]; text: string }[];
};

export type ForeignColumn = {
  name: string;
  /** As PostgreSQL writes it: `character varying(20)`, a domain by its own name. */
  written: string;
  /** What is below a domain, or the type itself: `int4`, `varchar`, `_text`. */
  type: ForeignType;
  /** Of an array. */
  element: ForeignType | null;
  /** The length or precision as the catalog packs it; -1 where there is none. */
  modifier: number;
  notNull: boolean;
  default: string | null;
  isIdentity: boolean;
  /** The expression by which the database fills it in. */
  generated: string | null;
  comment: string | null;
  /** Of its domain; the value is called VALUE there. */
  checks: readonly string[];
};

/** `category` is one letter of PostgreSQL's: N numbers, S texts, A arrays, C composites … */
type ForeignType = { name: string; category: string; labels: readonly string[] | null };

export type ForeignKey = {
  columns: readonly string[];
  to: { schema: string; name: string };
  targets: readonly string[];
};

/** The first rows of a table, by column, as `readAs` has them written. */
export type Sample = {
  rows: readonly Readonly<Record<string, unknown>>[];
  /** The table has more. */
  isCut: boolean;
  /** Of a column that seems to have few values: those of all rows. */
  more: ReadonlyMap<string, readonly unknown[]>;
};

/**
 * How a value of a column becomes JSON: `text` as the database writes it, `number` its digits, `money` those of an amount,
 * `moment` RFC 3339 in UTC, `trimmed` a text without the blanks that fill it up, `json` by the
 * database's own conversion.
 */
export type ReadAs = 'text' | 'trimmed' | 'number' | 'money' | 'moment' | 'json';

export function tableKey({ schema, name }: { schema: string; name: string }): string {
  return JSON.stringify([schema, name]);
}

/** The conversion that keeps most of a value; undefined where a record has no place for it. */
export function readAs({ type, element }: ForeignColumn): ReadAs | undefined {
  if (type.name === 'bytea' || type.name === 'tsvector' || type.name === 'tsquery')
    return undefined;
  if (type.name === 'bpchar') return 'trimmed';
  if (type.name === 'timestamp' || type.name === 'timestamptz') return 'moment';
  if (type.name === 'money') return 'money';
  if (['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'].includes(type.name)) return 'number';
  const isJson = ['json', 'jsonb', 'bool'].includes(type.name);
  return isJson || element || type.category === 'C' ? 'json' : 'text';
}
