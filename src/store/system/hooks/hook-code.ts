import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Actor, QueryRunner, Store, StoredRecord } from '../../store.ts';
import type {
  HookAnswer,
  HookBatch,
  HookedOperation,
  PlannedWrite,
  WrittenRecord,
} from '../../write-hooks.ts';

/** One function for each way to write; those that are missing are not called. */
type ByOperation<Call, Answer> = Readonly<
  Partial<Record<HookedOperation, (call: Call) => Answer | Promise<Answer>>>
>;

/** Code of the installation that takes part in the writes to a resource, whoever makes them and in whatever way. */
export type RecordHook = {
  resource: string;
  /** Unique among the hooks. Default: the name of the resource. */
  name?: string;
  /**
   * Called inside the transaction, before the records are written. Returns values to write as well, or problems
   * because of which a record is not written; records without an answer are written as they are.
   */
  before?: ByOperation<HookBatch<PlannedWrite>, readonly HookAnswer[] | void>;
  /** Called inside the transaction, after the records were written. */
  after?: ByOperation<HookBatch<WrittenRecord>, void>;
  /** Called at least once after the transaction is committed, and again until it returns. */
  afterCommit?: ByOperation<CommittedBatch, void>;
};

export type CommittedBatch = {
  resource: Resource;
  /** Finds another resource by name. Throws if the descriptor does not declare it. */
  resourceOf(name: string): Resource;
  records: readonly CommittedRecord[];
  /** Who wrote the records. */
  by: Actor;
  /** The same for every attempt: receivers recognise a repetition by it. */
  key: string;
  /** 1 for the first. */
  attempt: number;
  /** All records, each write in a transaction of its own. */
  store: Store;
  sql: QueryRunner;
};

export type CommittedRecord = {
  id: string;
  /** The version that was written; of a deleted record, the last one. */
  version: number;
  /** The names of the fields that an update has changed; of a new or deleted record, none. */
  changed: readonly string[];
  /** The record as it is now, perhaps in a newer version; absent once it is deleted. */
  record?: StoredRecord;
};

/** Code of the installation that one of its servers runs at intervals. */
export type ScheduledHook = {
  /** Unique among the hooks. */
  name: string;
  /** An interval in minutes, hours or days (`15m`, `1h`, `7d`), or a time of day. */
  every: `${number}${keyof typeof minutesOf}` | DailyTime;
  /** May return how many things it did, for the log. */
  run(call: ScheduledCall): Promise<number | void>;
};

/** A time of day such as `03:00`, in UTC or in this time zone of the IANA database. */
type DailyTime = { dailyAt: `${number}:${number}`; timeZone?: string };

type ScheduledCall = {
  /** All records; no role restricts it. */
  store: Store;
  /** Finds a resource by name. Throws if the descriptor does not declare it. */
  resourceOf(name: string): Resource;
  /** The former name of `resourceOf`. */
  resource(name: string): Resource;
  /** The system itself, as the actor of writes. */
  by: Actor;
  sql: QueryRunner;
};

export type HookCode = RecordHook | ScheduledHook;

export const minutesOf = { m: 1, h: 60, d: 24 * 60 } as const;

export function isScheduled(code: HookCode): code is ScheduledHook {
  return 'every' in code;
}

export function nameOfHook(code: HookCode): string {
  return isScheduled(code) ? code.name : (code.name ?? code.resource);
}
