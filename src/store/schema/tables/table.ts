/** A table of records, or the join table of a many-valued reference, as it should be or as it is. */
export type Table = {
  name: string;
  columns: readonly TableColumn[];
  primaryKey: readonly string[];
  indexes: readonly TableIndex[];
  foreignKeys: readonly ForeignKey[];
};

export type TableColumn = {
  name: string;
  /** As `format_type` of the catalogue says it. */
  type: string;
  collation?: string;
  required: boolean;
  /** An SQL expression. */
  default?: string;
  /** An SQL expression over other columns; it is then kept by PostgreSQL, and never written. */
  generated?: string;
  /** Of an object: which parts are declared. */
  parts?: readonly string[];
  /** An SQL expression for the rows that are there when the column is added. */
  fill?: string;
};

export type TableIndex = {
  name: string;
  unique: boolean;
  /** What follows the name of the table in `create index`. */
  definition: string;
};

export type ForeignKey = {
  name: string;
  column: string;
  /** The table whose `_id` it is. */
  to: string;
  /** Rows that belong to the other one go with it; else the other one cannot go. */
  cascade: boolean;
};

/** A table as it is in the database. */
export type ExistingTable = Table & {
  /** Made by us. A table of somebody else under the same name is left alone. */
  ours: boolean;
};

export type ExistingTables = ReadonlyMap<string, ExistingTable>;

/**
 * One change of the database towards the descriptor. `additive`: nothing that is there is lost or
 * changed. `rewriting`: values are converted. `destructive`: something is gone afterwards.
 */
export type Step = {
  /** By which a plan names it and consent is given: `drop:books.isbn`. */
  id: string;
  kind: 'additive' | 'rewriting' | 'destructive';
  table: string;
  column?: string;
  /** Of an object in the column. */
  part?: string;
  /** A sentence for people. */
  summary: string;
  sql: readonly string[];
  /** What is put aside when its statements are done: the values it took are kept there too. */
  aside?: { table: string; column?: string };
  /** Which records lose a value by it: an SQL condition over the table. */
  loses?: string;
  /** What takes it back, in its order. Steps without it are made anew from the descriptor before. */
  undo?: readonly string[];
  /** A statement that answers how many rows it touches, as `count`. */
  rows?: string;
  /** The index it builds, which can be built beside those who write. */
  index?: TableIndex;
  /** The server can do without it: what is no longer declared may stay. */
  optional?: boolean;
  /** Rows in the way of it. It can only be made when there are none. */
  obstacle?: {
    /** A statement that answers their number as `count`. */
    count: string;
    /** Which rows they are: an SQL condition over the table. */
    where: string;
    /** The same as a filter of lists, where it can be said. */
    filter?: Readonly<Record<string, unknown>>;
    /** What is said about them, after their number. */
    summary: string;
  };
};

/** A step of one column, `drop:books.isbn`; `additive` unless it says otherwise. */
export function columnStep(
  verb: string,
  table: string,
  column: string,
  rest: Pick<Step, 'summary' | 'sql'> & Partial<Step>,
): Step {
  return { id: `${verb}:${table}.${column}`, kind: 'additive', table, column, ...rest };
}
