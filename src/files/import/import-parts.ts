import type { Descriptor, Resource, Stamps } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import type { RowFiltersOf } from '../../descriptor/filter/row-filters.ts';
import type { DefaultSource } from '../../descriptor/rules/derived-defaults.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type { Conversion } from '../formats/conversion.ts';
import type { Writing } from './rows/cell-writes.ts';
import type { TargetNaming } from './rows/target-columns.ts';
import type { FileLayout } from '../formats/file-layout.ts';
import type { Step } from '../steps/step.ts';
import type { ImportFile } from './import-files.ts';
import type { ImportSummary } from './import-summary.ts';
import type { CellSource, SteppedCell } from '../formats/json-rows.ts';
import type { MendedCell, MendedCells } from './rows/mended-cells.ts';
import type { RowProblem } from './rows/row-outcome.ts';

export const importModes = ['create', 'update', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

export const warningsModes = ['import', 'leaveOut'] as const;
export type WarningsMode = (typeof warningsModes)[number];

/** How to interpret a file. */
export type ImportOptions = {
  mode: ImportMode;
  /** The fields that identify the record of a row: a unique field, `_id`, or several together; empty: `usualKey`. */
  key: readonly string[];
  /** The field of each column; null leaves the column out. A column not named here is a field of that name. */
  mapping: ColumnMapping;
  /** Values for every row, by field, written as in a cell; `{row}` is the row number. */
  constants?: ReadonlyMap<string, string>;
  /** What happens to the cells before they are read as fields. */
  steps?: readonly Step[] | undefined;
  /** Cells that are replaced after the steps. */
  cells?: MendedCells | undefined;
  /** What happens to rows with warnings; absent: they are imported. */
  warnings?: WarningsMode | undefined;
  /** Rows that are not imported, whatever they contain. */
  leaveOut?: ReadonlySet<number> | undefined;
  /** Rows in which a proposed value replaces one that was probably meant otherwise. */
  take?: 'all' | ReadonlySet<number> | undefined;
  /** What happens to records that the file lacks; absent: nothing. Only for imports of one file. */
  missing?: MissingOptions | undefined;
  /** How to read the file; absent: as a JSON array or NDJSON. */
  layout?: FileLayout;
};

/**
 * The records that match `where` and that no row is about: they are listed, and get the values of `set`, written as in a
 * cell.
 */
export type MissingOptions = { where: JsonObject; set?: ReadonlyMap<string, string> };

/** The field of each column and how its texts are written; null leaves the column out. */
export type ColumnMapping = ReadonlyMap<string, (MappedColumn & TargetNaming) | null>;

export type MappedColumn = { field: string } & Conversion & Naming & Writing;

export const namings = ['key', '_id', 'title'] as const;

/** How a column names the records it refers to. */
export type Naming = {
  /** By import key, `_id` or title; absent: by any of them that finds a record. */
  by?: (typeof namings)[number];
  /** Creates a record that does not exist. */
  create?: boolean;
  /** Its other values, by field, written as in a cell; `{Year}` is the value in the column `Year`. */
  given?: Readonly<Record<string, string>>;
};

/** How to run an import. */
export type ImportTerms = {
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
  /** Imports all rows, or none. */
  atomic?: boolean;
  /** Stops the import between two batches. */
  signal?: AbortSignal;
  /** Receives the outcome of each row; `waiting` rows are tried again at the end. */
  observe?: ((outcome: RowOutcome) => void) | undefined;
  /** The import may have been started before, with the same new IDs, which identify records that already exist. */
  isRepeatable?: boolean;
  /** For a dry run: files whose records are there before, although nothing has written them. */
  earlier?: readonly EarlierFile[];
  /** Makes the import resumable after an interruption. */
  progress?: ImportProgress;
};

/** A file that is imported before another one, with the IDs that its new records get. */
export type EarlierFile = { file: ImportFile; newId(row: number): string };

/** The outcome of a row. */
export type RowOutcome = {
  row: number;
  /** The line in the file, for a row that failed or has warnings. */
  line?: number;
  /** For a row that was made of a cell: its place in the file. */
  source?: CellSource;
  outcome: 'created' | 'updated' | 'unchanged' | 'failed' | 'leftOut' | 'waiting' | 'missing';
  id?: string;
  changes?: readonly { field: string; old?: unknown; new: unknown }[];
  problems?: readonly RowProblem[];
  /** Warnings, which do not stop the row. */
  warnings?: readonly RowProblem[];
  /** The cells that were mended. */
  mended?: readonly MendedCell[];
  /** The cells that steps have changed, before anybody mended them. */
  stepped?: readonly SteppedCell[];
  /** For a waiting row: the names by which others may refer to it. */
  names?: readonly string[];
};

export type ImportProgress = {
  /**
   * Where an import of the same file was interrupted: the last imported row, the waiting rows, and the counts
   * so far. Its new IDs must be those of the first time, because they identify records that already exist.
   */
  from?: {
    row: number;
    waiting: readonly { row: number; names: readonly string[] }[];
    summary: ImportSummary;
  };
  /**
   * Runs in the transaction of each batch, so that the progress and the written records
   * are stored together or not at all. `row` is 0 while waiting rows are tried again.
   */
  save(sql: unknown, at: { row: number; summary: ImportSummary }): Promise<void>;
};

/** A record in JSON form, as the store returns it. */
export type FoundRecord = { _id: string; _version: number } & Record<string, unknown>;

export type ImportWrite = {
  id: string;
  values: Record<string, unknown>;
  expected?: number | '*';
  /** The stamps of a new record that is restored from a backup. */
  stamps?: Stamps;
};

/** The outcome of one write. An import only looks at failures. */
type Outcome =
  | { failure: 'missing' }
  | { failure: 'stale' }
  | { failure: 'duplicate' | 'invalid' | 'referenced' | 'refused'; problems: Problem[] }
  | { id: string; failure?: undefined };

/** Reads and writes records, as far as an import needs it. The store implements it. */
export type ImportTarget = {
  /** The records whose `path`, a unique field or `_id`, is one of `values`; whole, or only the named fields. */
  findMany(
    resource: Resource,
    path: string,
    values: readonly unknown[],
    fields?: readonly string[],
  ): Promise<readonly FoundRecord[]>;
  /** The records whose values in these fields equal one of the tuples, with these fields. */
  findTogether(
    resource: Resource,
    names: readonly string[],
    tuples: readonly (readonly unknown[])[],
  ): Promise<readonly FoundRecord[]>;
  /** A filter for these records without its parts about other records. */
  settle(
    resource: Resource,
    filter: Filter,
    records: readonly Record<string, unknown>[],
  ): Promise<Filter>;
  /** The results of an expression over rows of values by path, in their order. */
  calculate: DefaultSource['calculate'];
  /** Returns one outcome per write, in their order. A write without `expected` creates a record with this `id`. */
  writeMany(
    resource: Resource,
    writes: readonly ImportWrite[],
    by: Author,
  ): Promise<readonly Outcome[]>;
};

/** A target that can also say, without writing, which writes break a rule between records. */
export type TryingTarget = ImportTarget & {
  /** The problems of each write, in their order; undefined for those that break no such rule. */
  tryMany?(
    resource: Resource,
    writes: readonly ImportWrite[],
    by: Author,
  ): Promise<readonly (Problem[] | undefined)[]>;
};

/** Who imports, in which way and as which change set, for the stamps and the history. */
type Author = { userId: string | null; way?: string; changeSet?: string };

export type ImportParts = {
  target: TryingTarget & {
    /** Passes the same target to `run`, and undoes everything written there if `run` throws. */
    transaction<T>(run: (target: ImportTarget, sql: unknown) => Promise<T>): Promise<T>;
  };
  descriptor: Descriptor;
  /** The role of the importing user. A file cannot change fields that the role may not write. */
  role: string;
  by: Author;
  /** The row filters of the importing user, if some records are off limits; `target` has only the visible ones. */
  rowsOf?: RowFiltersOf | undefined;
  /** The IDs that new records of a resource must not have; absent: none. */
  reservedIds?: ((resource: Resource) => ReadonlySet<string>) | undefined;
  /**
   * Restores a backup: records get the versions and stamps they had, and values that nobody may
   * write otherwise. Called for records that were written a second time, to set their stamps again.
   */
  restore?: ((resource: Resource, stamps: readonly Stamps[]) => void) | undefined;
  /** The IDs of the records that match a filter, for imports with `missing`. */
  listIds?:
    ((resource: Resource, where: JsonObject) => AsyncIterable<readonly string[]>) | undefined;
  /** Whether the import brings the file with this id, so that a dry run does not look for it. */
  isComing?: ((file: string) => boolean) | undefined;
  /** The `_id` of the record that a row creates. */
  newId: (row: number) => string;
  /** The `_id` of a record that is created because rows refer to it; absent: as for a row. */
  newTargetId?: () => string;
};

/** A file that can be read more than once, because forward references need a second pass. */
export type OpenFile = () => AsyncIterable<Uint8Array>;
