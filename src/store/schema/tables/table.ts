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
