import type { ListQuery } from '../descriptor/filter.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import type { Problem } from '../fields/problem.ts';

/** A record in its JSON form: `_id`, `_version`, the four stamps and the fields. */
export type StoredRecord = { _id: string; _version: number } & Record<string, unknown>;

/** Who does it, for stamps and history. `userId` null: the system itself. */
export type Actor = { userId: string | null };

export type ListAnswer = {
  /** A JSON array, made by the database and passed on as it is. */
  json: string;
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

export type WriteOutcome = { record: StoredRecord; before?: StoredRecord } | WriteFailure;

/** The version a write is based on; `*` is "whatever is there". */
export type Expected = number | '*';

/** Runs inside the transaction of a write, after it; a problem rolls it back as `refused`. */
export type WriteGuard = (sql: QueryRunner, resource: Resource) => Promise<Problem[]>;

/** Runs SQL with parameters: a pool, or one transaction of it. */
export type QueryRunner = {
  query<Row = any>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
};

/**
 * Records in PostgreSQL. Values come checked and typed (`descriptor/record-check.ts`);
 * what only the database can know (uniqueness, existence of a referenced record,
 * references from elsewhere, versions) comes back as a failure with its problems.
 */
export type Store = {
  /** One statement, rows and total together. `fields` are those the caller may read. */
  list(resource: Resource, query: ListQuery, readable: readonly string[]): Promise<ListAnswer>;
  get(resource: Resource, id: string, readable: readonly string[]): Promise<string | undefined>;
  create(resource: Resource, values: Record<string, unknown>, by: Actor, id?: string): Promise<WriteOutcome>;
  /** `values` holds the fields to change; null clears. */
  update(
    resource: Resource,
    id: string,
    expected: Expected,
    values: Record<string, unknown>,
    by: Actor,
  ): Promise<WriteOutcome>;
  remove(resource: Resource, id: string, expected: Expected, by: Actor): Promise<WriteOutcome>;
  /** Every record of the query in batches, in order, with a steady amount of memory. Each is a JSON object's text. */
  stream(resource: Resource, query: ListQuery, readable: readonly string[]): AsyncIterable<string[]>;
};
