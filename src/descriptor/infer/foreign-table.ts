/** A table of another database, as its catalog describes it. */
export type ForeignTable = {
  schema: string;
  name: string;
  kind: 'table' | 'partitioned' | 'foreign' | 'view' | 'materialized view';
  comment: string | null;
  /** Whether this database user may read it. If not, nothing is known about its values. */
  isReadable: boolean;
  /** Row-level security may hide rows from this user. */
  hidesRows: boolean;
  columns: readonly ForeignColumn[];
  primaryKey: readonly string[];
  /** Sets of columns whose combined values are unique. */
  uniques: readonly (readonly string[])[];
  foreignKeys: readonly ForeignKey[];
  checks: readonly { name: string; columns: readonly string[]; text: string }[];
};

export type ForeignColumn = {
  name: string;
  /** The type as PostgreSQL writes it, such as `character varying(20)`, or the name of a domain. */
  written: string;
  /** The base type of a domain, otherwise the type itself: `int4`, `varchar`, `_text`. */
  type: ForeignType;
  /** The element type of an array. */
  element: ForeignType | null;
  /** The length or precision as packed in the catalog; -1 if there is none. */
  modifier: number;
  notNull: boolean;
  default: string | null;
  isIdentity: boolean;
  /** The expression of a generated column. */
  generated: string | null;
  comment: string | null;
  /** The checks of its domain, in which the value has the name VALUE. */
  checks: readonly string[];
};

/** `category` is PostgreSQL's letter for the kind of type: N numbers, S texts, A arrays, C composites … */
type ForeignType = { name: string; category: string; labels: readonly string[] | null };

export type ForeignKey = {
  columns: readonly string[];
  to: { schema: string; name: string };
  targets: readonly string[];
};

/** The first rows of a table, by column, with values converted as `toColumnConversion` says. */
export type Sample = {
  rows: readonly Readonly<Record<string, unknown>>[];
  /** The table has more rows. */
  isCut: boolean;
  /** The values in all rows, for columns that seem to have few distinct values. */
  more: ReadonlyMap<string, readonly unknown[]>;
};

/**
 * How a value of a column becomes JSON. `text`: as the database writes it; `number`:
 * its digits; `money`: the digits of an amount; `moment`: RFC 3339 in UTC; `trimmed`:
 * a text without padding; `json`: by the conversion of the database.
 */
export type ColumnConversion = 'text' | 'trimmed' | 'number' | 'money' | 'moment' | 'json';

export function tableKey({ schema, name }: { schema: string; name: string }): string {
  return JSON.stringify([schema, name]);
}

/** The conversion that keeps most of a value; undefined if records cannot hold it. */
export function toColumnConversion({ type, element }: ForeignColumn): ColumnConversion | undefined {
  if (type.name === 'bytea' || type.name === 'tsvector' || type.name === 'tsquery')
    return undefined;
  if (type.name === 'bpchar') return 'trimmed';
  if (type.name === 'timestamp' || type.name === 'timestamptz') return 'moment';
  if (type.name === 'money') return 'money';
  if (['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'].includes(type.name)) return 'number';
  const isJson = ['json', 'jsonb', 'bool'].includes(type.name);
  return isJson || element || type.category === 'C' ? 'json' : 'text';
}
