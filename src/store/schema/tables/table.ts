import type { Sentence } from '../../../fields/problems/plan-text.ts';
import type { NameChange } from '../../../descriptor/names/renaming.ts';

/** A table of records, or the join table of a many-valued reference, as it should be or as it is. */
export type Table = {
  name: string;
  columns: readonly TableColumn[];
  primaryKey: readonly string[];
  indexes: readonly TableIndex[];
  foreignKeys: readonly ForeignKey[];
  triggers: readonly TableTrigger[];
  exclusions: readonly Exclusion[];
};

export type TableColumn = {
  name: string;
  /** The name of the type as the catalogue's `format_type` writes it. */
  type: string;
  collation?: string;
  required: boolean;
  /** An SQL expression. */
  default?: string;
  /** An SQL expression over other columns; PostgreSQL then keeps the value, and nobody writes it. */
  generated?: string;
  /** An SQL expression over other records, in a column that triggers write. */
  maintained?: string;
  /** For an object: the declared parts. */
  parts?: readonly string[];
  /** A statement that numbers the rows without a value. */
  numbers?: string;
  /** An SQL expression for existing rows when the column is added. */
  fill?: string;
};

export type TableIndex = {
  name: string;
  unique: boolean;
  /** The text after the name of the table in `create index`. */
  definition: string;
};

/** What keeps maintained columns exact when rows of this table change. */
export type TableTrigger = {
  name: string;
  /** A hash of all that it does. */
  definition: string;
  /** The statements that create it; absent for one that is there. */
  sql?: readonly string[];
};

/** Rows that cannot be there at the same time. */
export type Exclusion = {
  name: string;
  /** The text after the name of the constraint. */
  definition: string;
  /** The condition on a row `a` that overlaps with another; absent for one that is there. */
  overlap?: string;
};

export type ForeignKey = {
  name: string;
  column: string;
  /** The table whose `_id` it contains. */
  to: string;
  /** Deletes these rows with the row they refer to; otherwise that row cannot be deleted. */
  cascade: boolean;
};

/** A table as it is in the database. */
export type ExistingTable = Table & {
  /** Made by us. A table of somebody else under the same name stays untouched. */
  ours: boolean;
};

export type ExistingTables = ReadonlyMap<string, ExistingTable>;

/**
 * One change of the database towards the descriptor. `additive`: no existing data is lost or changed. `rewriting`:
 * values are converted. `destructive`: something is gone afterwards.
 */
export type Step = {
  /** Its name in a plan and for consent: `drop:books.isbn`. */
  id: string;
  kind: 'additive' | 'rewriting' | 'destructive';
  table: string;
  column?: string;
  /** The part of an object in the column. */
  part?: string;
  /** A sentence for people. */
  summary: Sentence;
  sql: readonly string[];
  /** What the step moves aside after its statements; the values it took stay there too. */
  aside?: { table: string; column?: string };
  /** The records that lose a value: an SQL condition over the table. */
  loses?: string;
  /**
   * The statements that undo it, in their order. Without them, undoing compares the tables with the former descriptor.
   */
  undo?: readonly string[];
  /** A conversion that leaves the column where it is, with a copy aside. */
  isInPlace?: boolean;
  /** The names that it changes in what people have stored; undoing it changes them back. */
  names?: NameChange;
  /** A statement that counts the rows it touches, as `count`. */
  rows?: string;
  /** The index it builds, which can be built beside running writes. */
  index?: TableIndex;
  /** The server can work without the step: what is no longer declared may stay. */
  optional?: boolean;
  /** Rows that prevent it. It can only be carried out when there are none. */
  obstacle?: {
    /** A statement that returns their number as `count`. */
    count: string;
    /** The rows: an SQL condition over the table. */
    where: string;
    /** The same as a list filter, where one can express it. */
    filter?: Readonly<Record<string, unknown>>;
    /** The sentence about them, after their number. */
    summary: Sentence;
  };
};

/** A step of one column, `drop:books.isbn`; `additive` unless `rest` says otherwise. */
export function columnStep(
  verb: string,
  table: string,
  column: string,
  rest: Pick<Step, 'summary' | 'sql'> & Partial<Step>,
): Step {
  return { id: `${verb}:${table}.${column}`, kind: 'additive', table, column, ...rest };
}
