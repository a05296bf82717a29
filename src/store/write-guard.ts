import type { Resource } from '../descriptor/descriptor.ts';
import type { Problem } from '../fields/problems/problem.ts';
import type { Connection } from './connection/connection.ts';
import type { Actor, StoredRecord } from './store.ts';

/** What a guard checks. A new record has no `before`, a deleted one no `after`. */
export type WriteChange = {
  resource: Resource;
  id: string;
  before?: StoredRecord;
  after?: StoredRecord;
  by: Actor;
};

/** Runs inside the transaction of a write, after it; a problem rolls it back as `refused`. */
export type WriteGuard = (connection: Connection, change: WriteChange) => Promise<Problem[]>;
