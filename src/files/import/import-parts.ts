import type { Descriptor, Resource, Stamps } from '../../descriptor/descriptor.ts';
import type { RowsOf } from '../../descriptor/filter/row-filters.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Conversion } from '../formats/conversion.ts';
import type { FileLayout } from '../formats/file-layout.ts';
import type { ImportSummary } from './import-summary.ts';
import type { RowProblem } from './row-outcome.ts';

export const importModes = ['create', 'update', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

export const warningsModes = ['import', 'leaveOut'] as const;
export type WarningsMode = (typeof warningsModes)[number];

/** What a file means. */
export type ImportOptions = {
  mode: ImportMode;
  /** What tells which record a row means: a unique field, `_id`, or several fields together; none: what the file has of these. */
  key: readonly string[];
  /** Which field a column of the file is; null leaves the column out. A column not named here is a field of its name. */
  mapping: ColumnMapping;
  /** Values every row gets, as a cell would have them, by field; `{row}` is the number of the row. */
  constants?: ReadonlyMap<string, string>;
  /** What becomes of rows that deserve a look; they go in where nothing is said. */
  warnings?: WarningsMode | undefined;
  /** Rows that do not go in, whatever they hold. */
  leaveOut?: ReadonlySet<number> | undefined;
  /** Rows in which a value that was probably meant otherwise is taken as it is proposed. */
  take?: 'all' | ReadonlySet<number> | undefined;
  /** How the file is to be read; a JSON array or NDJSON where nothing is said. */
  layout?: FileLayout;
};

/** What a column of a file is: a field, and how its texts are written; null leaves it out. */
export type ColumnMapping = ReadonlyMap<string, MappedColumn | null>;

export type MappedColumn = { field: string } & Conversion & Naming;

export const namings = ['key', '_id', 'title'] as const;

/** How a column names the records it refers to. */
export type Naming = {
  /** By their import key, their `_id` or what they are called; without: by whichever is there. */
  by?: (typeof namings)[number];
  /** One that is not there is made. */
  create?: boolean;
  /** What it gets besides, by field, as a cell would have it; in it `{Year}` is what stands in the column `Year`. */
  given?: Readonly<Record<string, string>>;
};

/** How it goes in. */
export type ImportTerms = {
  /** Look, and write nothing. */
  dryRun?: boolean;
  /** All rows go in, or none. */
  atomic?: boolean;
  /** Stops the import between two batches. */
  signal?: AbortSignal;
  /** Told what becomes of each row; `waiting` rows are looked at again at the end. */
  observe?: ((outcome: RowOutcome) => void) | undefined;
  /** It may have been begun before, with the same new ids, by which records made already are known. */
  isRepeatable?: boolean;
  /** Makes the import one that can be gone on with where it was broken off. */
  progress?: ImportProgress;
};

/** What became of a row. */
export type RowOutcome = {
  row: number;
  /** Of one that failed or deserves a look, where it stands in the file. */
  line?: number;
  outcome: 'created' | 'updated' | 'unchanged' | 'failed' | 'leftOut' | 'waiting';
  id?: string;
  changes?: readonly { field: string; old?: unknown; new: unknown }[];
  problems?: readonly RowProblem[];
  /** What deserves a look; it stops nothing. */
  warnings?: readonly RowProblem[];
  /** Of a waiting row: what others may refer to it by. */
  names?: readonly string[];
};

export type ImportProgress = {
  /**
   * Where an import of the same file was broken off: the last row that is in, those that wait, and the counts
   * so far. Its new ids must be those of the first time, by which records made already are known.
   */
  from?: {
    row: number;
    waiting: readonly { row: number; names: readonly string[] }[];
    summary: ImportSummary;
  };
  /**
   * Runs in the transaction of each batch, so that what is noted here and what was written are there
   * together or not at all. `row` is 0 while rows that waited are looked at again.
   */
  save(sql: unknown, at: { row: number; summary: ImportSummary }): Promise<void>;
};

/** A record in JSON form, as the store has it. */
export type Found = { _id: string; _version: number } & Record<string, unknown>;

export type Write = {
  id: string;
  values: Record<string, unknown>;
  expected?: number | '*';
  /** Of a new record that comes back from a backup. */
  stamps?: Stamps;
};

/** What became of one write; only failures are looked at. */
type Outcome =
  | { failure: 'missing' }
  | { failure: 'stale' }
  | { failure: 'duplicate' | 'invalid' | 'referenced' | 'refused'; problems: Problem[] }
  | { id: string; failure?: undefined };

/** Where records go, as far as an import needs it. The store is one. */
export type ImportTarget = {
  /** The records whose `path`, unique or `_id`, is one of `values`; whole, or only the fields named. */
  findMany(
    resource: Resource,
    path: string,
    values: readonly unknown[],
    fields?: readonly string[],
  ): Promise<readonly Found[]>;
  /** The records whose fields of these names together have one of the tuples, with these fields. */
  findTogether(
    resource: Resource,
    names: readonly string[],
    tuples: readonly (readonly unknown[])[],
  ): Promise<readonly Found[]>;
  /** One outcome per write, in their order; without `expected` a write is a new record with this `id`. */
  writeMany(
    resource: Resource,
    writes: readonly Write[],
    by: { userId: string | null },
  ): Promise<readonly Outcome[]>;
};

export type ImportParts = {
  target: ImportTarget & {
    /** The same target, where all that is written in `run` is undone when it throws. */
    transaction<T>(run: (target: ImportTarget, sql: unknown) => Promise<T>): Promise<T>;
  };
  descriptor: Descriptor;
  /** Of whoever imports; fields it may not write cannot be changed by a file either. */
  role: string;
  by: { userId: string | null };
  /** The records of whoever imports, where there are others; `target` has no others. */
  rowsOf?: RowsOf | undefined;
  /** What no new record of a resource can be called; absent: it can be called anything. */
  reservedIds?: ((resource: Resource) => ReadonlySet<string>) | undefined;
  /**
   * Records of a backup are made with the versions and stamps they had, and with what else nobody may write.
   * Told of those that were written once more since, whose stamps are to be set again.
   */
  restore?: ((resource: Resource, stamps: readonly Stamps[]) => void) | undefined;
  /** The `_id` of the record a row makes. */
  newId: (row: number) => string;
  /** Of one that is made since rows refer to it; without, as that of a row. */
  newTargetId?: () => string;
};

/** A file that can be read more than once: forward references need a second look. */
export type OpenFile = () => AsyncIterable<Uint8Array>;
