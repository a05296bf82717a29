import type { CopiedRows, CopyShape } from '../wire/wire.ts';
import type { Connection } from './connection.ts';
import type { Share, ShareUse } from './shares.ts';

export type TransactionOptions = {
  /** Milliseconds a statement may take; 0 is any time. */
  timeout?: number;
  lockTimeout?: number;
  /** Milliseconds the transaction may wait for us between two statements. */
  idleTimeout?: number;
  readOnly?: boolean;
};

export type Transaction = {
  connection: Connection;
  /**
   * Rows of a `select` without parameters, written for a file; nothing else may be asked before its end, or
   * after it was left. Only of a transaction of one's own, as who leaves ends it.
   */
  copyOut?(select: string, shape: CopyShape): AsyncGenerator<CopiedRows>;
  /** Once; what comes after it does nothing. When a commit fails, a rollback must follow. */
  end(how: 'commit' | 'rollback'): Promise<void>;
};

/** Connections for one kind of work: each statement and each transaction takes one of its share. */
export type Connections = Connection & {
  /** Commits when `run` answers, rolls back when it throws. Run anew when it collided with another one. */
  transaction<T>(
    run: (connection: Connection) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** A transaction that its caller ends, for work that goes on over many turns. */
  begin(options?: TransactionOptions): Promise<Transaction>;
};

/** The connections to one server. Asked without a kind of work they are for ordinary calls. */
export type Pooled = Connections & {
  /** For this kind of work; `longestWait` in milliseconds for one that may wait longer for its turn. */
  for(share: Share, longestWait?: number): Connections;
  /** Waits until work of this kind may begin; fails where others use all of its connections for too long. */
  turn(share: Share): Promise<void>;
};

/** How many connections there are, and who uses them or waits for one. */
export type PoolUse = { open: number; idle: number; most: number; shares: ShareUse[] };
