import type { Neighbours, Facet } from '../contract/lists.ts';
import type { Filter, ListQuery } from '../descriptor/filter/filter.ts';
import type { Resource, Stamps } from '../descriptor/descriptor.ts';
import type { RowsOf } from '../descriptor/filter/row-filters.ts';
import type { Problem } from '../fields/problem.ts';
import type {
  SameGroup,
  SameQuestion,
  SimilarAnswer,
  SimilarQuestion,
} from './records/find-duplicates.ts';
import type { PeriodCount, PeriodUnit } from './records/facets.ts';
import type { CopiedRows } from './wire/wire.ts';

/** A record in its JSON form: `_id`, `_version`, the four stamps and the fields. */
export type StoredRecord = { _id: string; _version: number } & Record<string, unknown>;

/** Who does it, for stamps and history. `userId` null: the system itself. */
export type Actor = {
  userId: string | null;
  /** From where, by which session and in which request, for the audit of what is noted there. */
  address?: string;
  sessionId?: string;
  requestId?: string;
  /** The write is a part of something larger, which tells and notes what became of it. */
  partOf?: 'rejection' | 'expiry' | 'registration' | 'invitation';
};

export type ListAnswer = {
  /** A JSON array in borrowed memory (`free-memory.ts`), to be passed on or read by `recordsOf`. */
  json: Buffer<ArrayBuffer>;
  count: number;
  total: number | null;
  totalIsEstimate: boolean;
  next: string | null;
};

/** Why a write did not happen. */
export type WriteFailure =
  | { failure: 'missing' }
  | { failure: 'stale'; current: StoredRecord }
  | { failure: 'duplicate' | 'invalid' | 'referenced' | 'refused'; problems: Problem[] };

/** `before` is the same object as `record` when there was nothing to change, and nothing was written. */
export type WriteOutcome = { record: StoredRecord; before?: StoredRecord } | WriteFailure;

/** The version a write is based on; `*` is "whatever is there". */
export type Expected = number | '*';

/** One write of many: without `expected` a new record of this `_id`, else a change of the one that is there. */
export type ManyWrite = {
  id: string;
  values: Record<string, unknown>;
  expected?: Expected;
  /** Those a new record has had before, where it comes back from a backup. */
  stamps?: Stamps;
};

export type ManyOutcome = { id: string; version: number } | WriteFailure;

/** What a guard is asked about. Without `before` it is new, without `after` it is gone. */
export type WriteChange = {
  resource: Resource;
  id: string;
  before?: StoredRecord;
  after?: StoredRecord;
  by: Actor;
};

/** Runs inside the transaction of a write, after it; a problem rolls it back as `refused`. */
export type WriteGuard = (sql: QueryRunner, change: WriteChange) => Promise<Problem[]>;

/** Runs SQL with parameters: a pool, or one transaction of it. */
export type QueryRunner = {
  query<Row = any>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
  rows<Row = any>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row. */
  first<Row = any>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The first column of the first row; a statement that may answer none has `undefined` in its type. */
  value<Value>(text: string, values?: readonly unknown[]): Promise<Value>;
  /** Whether it found or wrote a row. */
  some(text: string, values?: readonly unknown[]): Promise<boolean>;
};

/** Who refers to a record: so many records of a resource by one of its fields. */
export type Referrer = { resource: string; field: string; count: number };

/** What writes what it has chosen itself. */
export type LongWork = 'import' | 'job' | 'bulk';

/** Whose records they are: the filters of their role. */
export type Restriction = { role: string; rowsOf: RowsOf };

export type StreamOptions = {
  /** Only what its reader may take away in a file. */
  forFile?: boolean;
  /** References written as what files call the target, its `importKey`, instead of its `_id`. */
  byKey?: ReadonlySet<string>;
  /** The values of these fields, in this order, as an array instead of an object: a table has its names above. */
  asArrayOf?: readonly string[] | undefined;
};

/** A table of these fields, with this between two cells. */
export type CopyCsv = { names: readonly string[]; delimiter: string };

/** JSON of records, each behind what stands between two. */
export type CopyJson = { between: string };

/** With references as `StreamOptions` has them. */
export type CopyOptions = Pick<StreamOptions, 'byKey'> & (CopyCsv | CopyJson);

/**
 * Records in PostgreSQL. Values come checked and typed (`descriptor/record-check.ts`);
 * what only the database can know (uniqueness, existence of a referenced record,
 * references from elsewhere, versions) comes back as a failure with its problems.
 * `readable` are the fields the caller may read; without it all are.
 */
export type Store = {
  /** One statement, rows and total together. Throws `StoreProblem` for a cursor of another list. */
  list(resource: Resource, query: ListQuery, readable?: readonly string[]): Promise<ListAnswer>;
  get(
    resource: Resource,
    id: string,
    readable?: readonly string[],
  ): Promise<{ json: string; version: number } | undefined>;
  /** Who stands before and after a record in a list; undefined when there is no such record. */
  neighbours(
    resource: Resource,
    id: string,
    query: Pick<ListQuery, 'filter' | 'q' | 'sort'>,
    readable?: readonly string[],
  ): Promise<Neighbours | undefined>;
  /** The records whose `path`, a unique field or `_id`, has one of the values; of `fields`, else whole. */
  findMany(
    resource: Resource,
    path: string,
    values: readonly unknown[],
    fields?: readonly string[],
  ): Promise<StoredRecord[]>;
  /** The records whose fields of these names together have one of the tuples; only these fields of them. */
  findTogether(
    resource: Resource,
    names: readonly string[],
    tuples: readonly (readonly unknown[])[],
  ): Promise<StoredRecord[]>;
  /** Records of a filter that few meet, though it may name thousands of values; at most so many, in order of `_id`. */
  findAny(
    resource: Resource,
    filter: Filter,
    fields: readonly string[],
    most: number,
  ): Promise<StoredRecord[]>;
  /** How often the values of some fields occur among the records of the query; each in a short time, or not at all. */
  facets(
    resource: Resource,
    paths: readonly string[],
    query: Pick<ListQuery, 'filter' | 'q'>,
    readable?: readonly string[],
  ): Promise<Facet[]>;
  /** How many records of the query each day or month has, by a date or a time of theirs; the last 400. */
  periods(
    resource: Resource,
    by: { path: string; unit: PeriodUnit },
    query: Pick<ListQuery, 'filter' | 'q'>,
  ): Promise<PeriodCount[]>;
  /** The records that hold the same in a field, group by group. */
  sameValues(
    resource: Resource,
    question: SameQuestion,
  ): Promise<{ groups: SameGroup[]; total: number }>;
  /** Pairs of records that hold much the same in a field that is searched, as far as the time reaches. */
  similarValues(resource: Resource, question: SimilarQuestion): Promise<SimilarAnswer>;
  /** How many records there are, exactly. */
  count(resource: Resource, filter?: Filter): Promise<number>;
  referrers(resource: Resource, id: string): Promise<Referrer[]>;

  create(
    resource: Resource,
    values: Record<string, unknown>,
    by: Actor,
    id?: string,
  ): Promise<WriteOutcome>;
  /** `values` holds the fields to change; null clears. */
  update(
    resource: Resource,
    id: string,
    expected: Expected,
    values: Record<string, unknown>,
    by: Actor,
  ): Promise<WriteOutcome>;
  remove(resource: Resource, id: string, expected: Expected, by: Actor): Promise<WriteOutcome>;
  /** Up to 1,000 writes set by set; one outcome each, in order. A failed one does not touch the others. */
  writeMany(resource: Resource, writes: readonly ManyWrite[], by: Actor): Promise<ManyOutcome[]>;

  /** Every record of the query in batches, in order, with a steady amount of memory. Each is a JSON object's text. */
  stream(
    resource: Resource,
    query: ListQuery,
    readable?: readonly string[],
    options?: StreamOptions,
  ): AsyncIterable<string[]>;
  /**
   * Reads where an answer is no use when it comes late: each statement has so many milliseconds;
   * undefined when one took longer. `sql` is for what is no record; it is restricted to nobody's rows.
   */
  inTime<T>(
    limit: number,
    run: (store: Store, sql: QueryRunner) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * Every record of the query, for a file, as lines of CSV without their names above or as JSON; undefined
   * where they are to be made of a stream.
   */
  copyRecords(
    resource: Resource,
    query: ListQuery,
    readable: readonly string[] | undefined,
    options: CopyOptions,
  ): AsyncIterable<CopiedRows> | undefined;
  /** The same store for somebody: other records than theirs are not there, or cannot be written. */
  restrictedTo(rows: Restriction): Store;
  /**
   * The same store for work on many records: it has a share of the connections of its own, and all it
   * reads is read where it is written, never from a replica that may be behind.
   */
  for(work: LongWork): Store;
  /**
   * The same store inside one transaction, which is rolled back when `run` throws. `sql` is for what
   * belongs to the same change but is no record: a password, a mail, an entry of the audit.
   */
  transaction<T>(run: (store: Store, sql: QueryRunner) => Promise<T>): Promise<T>;
};

/** A question the store cannot answer, for a reason the client can mend. */
export class StoreProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path} ${message}`).join('; '));
    this.problems = problems;
  }
}
