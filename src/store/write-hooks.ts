import type { Resource } from '../descriptor/descriptor.ts';
import type { Problem } from '../fields/problems/problem.ts';
import type { Actor, QueryRunner, Store, StoredRecord } from './store.ts';

export type HookedOperation = 'create' | 'update' | 'delete';

/** A record before it is written. */
export type PlannedWrite = {
  id: string;
  /** The whole record as it is stored; a new one has none. */
  before?: StoredRecord;
  /** The fields to write, as JSON: of an update the changed ones, of a deletion none. */
  values: Readonly<Record<string, unknown>>;
};

/** A record after it was written, in the same transaction. A new one has no `before`, a deleted one no `after`. */
export type WrittenRecord = { id: string; before?: StoredRecord; after?: StoredRecord };

/** What a hook decides about a record: values to write as well, or problems because of which it is not written. */
export type HookAnswer =
  | { id: string; values: Readonly<Record<string, unknown>> }
  | { id: string; problems: readonly Problem[] };

/** All records that one call of the store writes in the same way. */
export type HookBatch<Written> = {
  resource: Resource;
  /** Finds another resource by name, to read or write its records. Throws if the descriptor does not declare it. */
  resourceOf(name: string): Resource;
  records: readonly Written[];
  /** Who writes and in which way. Pass it to the writes of the hook, so that they belong to the same change. */
  by: Actor;
  /** All records, inside the transaction of the write: no role restricts it. */
  store: Store;
  /** The same transaction, for data that is not a record. */
  sql: QueryRunner;
};

/** What code of the installation does with the writes to a resource. */
export type WriteHooks = {
  before(
    operation: HookedOperation,
    batch: HookBatch<PlannedWrite>,
  ): Promise<ReadonlyMap<string, HookAnswer>>;
  after(operation: HookedOperation, batch: HookBatch<WrittenRecord>): Promise<void>;
};

export type HooksOf = (resource: Resource) => WriteHooks | undefined;

/** Code of the installation failed; everything of its transaction is rolled back. Only the log gets the cause. */
export class HookFailure extends Error {
  readonly hook: string;
  /** The field whose value of the hook cannot be stored, if that is the failure. */
  readonly field: string | undefined;

  constructor(
    hook: string,
    message: string,
    { cause, field }: { cause?: unknown; field?: string } = {},
  ) {
    super(`The hook ${hook} ${message}`, { cause });
    this.hook = hook;
    this.field = field;
  }
}
