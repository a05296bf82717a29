import type { Neighbours } from '../contract/lists.ts';
import type { Filter, ListQuery } from '../descriptor/filter/filter.ts';
import type { Descriptor, Resource, Stamps } from '../descriptor/descriptor.ts';
import type { RowFiltersOf } from '../descriptor/filter/row-filters.ts';
import type { Calculation } from '../descriptor/rules/derived-defaults.ts';
import type { FileValue } from '../fields/files/file-value.ts';
import type { Problem } from '../fields/problems/problem.ts';
import type {
  SameGroup,
  SameQuestion,
  SimilarAnswer,
  SimilarQuestion,
} from './records/query/find-duplicates.ts';
import type { AlikeQuestion } from './records/search/find-alike.ts';
import type { SearchAnswer, SearchQuestion } from './records/search/search-records.ts';
import type { Way } from '../contract/past.ts';
import type { CopyOptions, StreamOptions } from './file-options.ts';
import type { ListFigures } from './list-figures.ts';
import type { TrashOptions, TrashRestore } from './trash-options.ts';
import type { CopiedRows } from './wire/wire.ts';

/** A record in its JSON form: `_id`, `_version`, the four stamps and the fields. */
export type StoredRecord = { _id: string; _version: number } & Record<string, unknown>;

/** The user behind a write, for stamps and history. `userId` is null for the system itself. */
export type Actor = {
  userId: string | null;
  /** The address, session and request it came from, for entries of the audit. */
  address?: string;
  sessionId?: string;
  requestId?: string;
  /** How the change was made, the changes it belongs to, and the API key of the program, for the history. */
  way?: Way;
  changeSet?: string;
  key?: string;
  /** The write is part of something larger, which sends the mails and audit entries for it. */
  partOf?:
    'rejection' | 'expiry' | 'registration' | 'invitation' | 'anonymisation' | 'serviceAccount';
};

export type ListAnswer = {
  /** A JSON array in borrowed memory (`free-memory.ts`), for passing on or for `parseRecords`. */
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
  | {
      failure: 'duplicate' | 'invalid' | 'referenced' | 'refused';
      problems: Problem[];
      /** Only the database knows the rule that is broken, and it stays broken when further records are written. */
      isJudged?: true;
    };

/** `before` is the same object as `record` when nothing changed and nothing was written. */
export type WriteOutcome = { record: StoredRecord; before?: StoredRecord } | WriteFailure;

/** The version a write is based on; `*` accepts any version. */
export type Version = number | '*';

/** One write of many: without `expected` it creates a record with this `_id`, otherwise it changes the existing one. */
export type ManyWrite = {
  id: string;
  values: Record<string, unknown>;
  expected?: Version;
  /** The stamps of a new record that comes back from a backup. */
  stamps?: Stamps;
};

/** One deletion of many, at the version it is based on. */
export type ManyRemoval = { id: string; expected: Version };

export type ManyOutcome = { id: string; version: number } | WriteFailure;

/** Runs SQL with parameters: a pool, or one transaction of it. */
export type QueryRunner = {
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
  rows<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row. */
  first<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row | undefined>;
  /** Returns the first row of a statement that always answers with one. Throws if it does not. */
  only<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row>;
  /** Returns the first column of the first row; a statement that may find none has `undefined` in its type. */
  value<Value>(text: string, values?: readonly unknown[]): Promise<Value>;
  /** Returns whether it found or wrote a row. */
  some(text: string, values?: readonly unknown[]): Promise<boolean>;
};

/** How many records of a resource refer to a record by one field. */
/** `unseen`: how many more there are that the reader may not see. */
export type Referrer = { resource: string; field: string; count: number; unseen: number };

/** Work that needs records as they are on the primary, such as to write those it has selected itself. */
export type LongWork = 'import' | 'job' | 'bulk' | 'export';

/** Limits records to those a caller may see and write; `descriptor` has the permissions, which may be fewer than the role's. */
export type Restriction = { role: string; descriptor: Descriptor; rowsOf: RowFiltersOf };

/**
 * Records in PostgreSQL. Values arrive checked and typed (`descriptor/record-check.ts`). What only the database can
 * know (uniqueness, existence of a referenced record, references from elsewhere, versions) comes back as a failure
 * with its problems. `readable` lists the fields the caller may read; without it all are.
 */
export type Store = ListFigures & {
  /** Reads rows and total in one statement. Throws `StoreProblem` for a cursor of another list. */
  list(resource: Resource, query: ListQuery, readable?: readonly string[]): Promise<ListAnswer>;
  get(
    resource: Resource,
    id: string,
    readable?: readonly string[],
  ): Promise<{ json: string; version: number } | undefined>;
  /** The records before and after a record in a list; undefined when there is no such record. */
  neighbours(
    resource: Resource,
    id: string,
    query: Pick<ListQuery, 'filter' | 'q' | 'sort'>,
    readable?: readonly string[],
  ): Promise<Neighbours | undefined>;
  /** The records whose `path`, a unique field or `_id`, has one of the values; with only `fields`, or whole. */
  findMany(
    resource: Resource,
    path: string,
    values: readonly unknown[],
    fields?: readonly string[],
  ): Promise<StoredRecord[]>;
  /** The records whose fields with these names together have one of the tuples; with only these fields. */
  findTogether(
    resource: Resource,
    names: readonly string[],
    tuples: readonly (readonly unknown[])[],
  ): Promise<StoredRecord[]>;
  /** The records of a filter that few meet, though it may name thousands of values; at most so many, ordered by `_id`. */
  findAny(
    resource: Resource,
    filter: Filter,
    fields: readonly string[],
    most: number,
  ): Promise<StoredRecord[]>;
  /** The records that share a value in a field, group by group. */
  sameValues(
    resource: Resource,
    question: SameQuestion,
  ): Promise<{ groups: SameGroup[]; total: number }>;
  /** Pairs of records with similar text in a searched field, as many as the time allows. */
  similarValues(resource: Resource, question: SimilarQuestion): Promise<SimilarAnswer>;
  /** The records that a person means by a text, the most likely first, and similar ones if there are few. */
  search(
    resource: Resource,
    question: SearchQuestion,
    readable?: readonly string[],
  ): Promise<SearchAnswer>;
  /** The records similar to each of several texts, in their order; undefined when the statement took too long. */
  alike(resource: Resource, question: AlikeQuestion): Promise<StoredRecord[][] | undefined>;
  /** The results of an expression over rows of values by path, in their order. */
  calculate(
    calculation: Calculation,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<readonly unknown[]>;
  /**
   * A filter without its parts about other records, to be evaluated in memory. It reads all records, as permissions and
   * rules do; with `rowsOf`, as the filters of people do, only those that its maker may see.
   */
  settle(
    resource: Resource,
    filter: Filter,
    records: readonly Readonly<Record<string, unknown>>[],
    rowsOf?: RowFiltersOf,
  ): Promise<Filter>;
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
    expected: Version,
    values: Record<string, unknown>,
    by: Actor,
  ): Promise<WriteOutcome>;
  remove(resource: Resource, id: string, expected: Version, by: Actor): Promise<WriteOutcome>;
  /** Up to 1,000 writes, in sets; returns one outcome each, in order. A failed one does not affect the others. */
  writeMany(resource: Resource, writes: readonly ManyWrite[], by: Actor): Promise<ManyOutcome[]>;
  /** The problems of each of up to 1,000 writes by the rules between records, in order. It writes nothing. */
  tryMany(
    resource: Resource,
    writes: readonly ManyWrite[],
    by: Actor,
  ): Promise<(Problem[] | undefined)[]>;
  /** The files with these ids that a writer may name: uploaded by the writer, or in a record that the writer can read. */
  nameableFiles(ids: readonly string[], by: Pick<Actor, 'userId'>): Promise<FileValue[]>;
  /** Up to 1,000 deletions, in sets; returns one outcome each, in order. Records of one call may refer to each other. */
  removeMany(
    resource: Resource,
    removals: readonly ManyRemoval[],
    by: Actor,
  ): Promise<ManyOutcome[]>;

  /** Brings back up to 1,000 deleted records, as `writeMany` writes; refuses those not in the trash (S019). */
  restoreTrashed(
    resource: Resource,
    restores: readonly TrashRestore[],
    by: Actor,
    options?: TrashOptions,
  ): Promise<ManyOutcome[]>;

  /** Every record of the query in batches, in order, with constant memory. Each is a JSON object's text. */
  stream(
    resource: Resource,
    query: ListQuery,
    readable?: readonly string[],
    options?: StreamOptions,
  ): AsyncIterable<string[]>;
  /**
   * Runs reads whose answer is useless when late: each statement has `limit` milliseconds; undefined when one took
   * longer. `sql` is for data that is not a record; no role restricts it.
   */
  inTime<T>(
    limit: number,
    run: (store: Store, sql: QueryRunner) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * Every record of the query for a file, as CSV lines without a header or as JSON; undefined where the caller must
   * build them from `stream`.
   */
  copyRecords(
    resource: Resource,
    query: ListQuery,
    readable: readonly string[] | undefined,
    options: CopyOptions,
  ): AsyncIterable<CopiedRows> | undefined;
  /** The same store for one role: records outside its filters do not exist for it, or it cannot write them. */
  restrictedTo(rows: Restriction): Store;
  /**
   * The same store for work on many records: it has its own share of the connections, and reads only from the primary,
   * never from a replica that may be behind.
   */
  for(work: LongWork): Store;
  /**
   * The same store inside one transaction, which rolls back when `run` throws. `sql` is for data that belongs to the
   * change but is not a record: a password, a mail, an entry of the audit.
   */
  transaction<T>(run: (store: Store, sql: QueryRunner) => Promise<T>): Promise<T>;
};

/** A question the store cannot answer, for a reason the client can correct. */
export class StoreProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path} ${message}`).join('; '));
    this.problems = problems;
  }
}
