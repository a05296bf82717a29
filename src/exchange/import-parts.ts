import type { Descriptor, Resource } from '../descriptor/descriptor.ts';
import type { RowsOf } from '../descriptor/row-filters.ts';
import type { Problem } from '../fields/problem.ts';
import type { Conversion } from './files/conversion.ts';
import type { FileLayout } from './files/file-layout.ts';

export const importModes = ['create', 'update', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** What a file means. */
export type ImportOptions = {
  mode: ImportMode;
  /** The field that tells which record a row means: a unique field, or `_id`. */
  key: string;
  /** Which field a column of the file is; null leaves the column out. A column not named here is a field of its name. */
  mapping: ColumnMapping;
  /** Values every row gets, as a cell would have them, by field. */
  constants?: ReadonlyMap<string, string>;
  /** How the file is to be read; a JSON array or NDJSON where nothing is said. */
  layout?: FileLayout;
};

/** What a column of a file is: a field, and how its texts are written; null leaves it out. */
export type ColumnMapping = ReadonlyMap<string, ({ field: string } & Conversion) | null>;

/** How it goes in. */
export type ImportTerms = {
  /** Look, and write nothing. */
  dryRun?: boolean;
  /** All rows go in, or none. */
  atomic?: boolean;
  /** Stops the import between two batches. */
  signal?: AbortSignal;
};

/** A record in JSON form, as the store tells it. */
type Found = { _id: string; _version: number } & Record<string, unknown>;

type Write = { id: string; values: Record<string, unknown>; expected?: number | '*' };

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
    transaction<T>(run: (target: ImportTarget) => Promise<T>): Promise<T>;
  };
  descriptor: Descriptor;
  /** Of whoever imports; fields it may not write cannot be changed by a file either. */
  role: string;
  by: { userId: string | null };
  /** The records of whoever imports, where there are others; `target` has no others. */
  rowsOf?: RowsOf | undefined;
  newId: () => string;
};

/** A file that can be read more than once: forward references need a second look. */
export type OpenFile = () => AsyncIterable<Uint8Array>;
