import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Connections, Connection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { retryConflicts } from '../connection/errors.ts';
import type { LongWork, Restriction, Store } from '../store.ts';
import type { HooksOf } from '../write-hooks.ts';
import { hookedWrites } from './write/hooked-writes.ts';
import { findNameable } from './files/name-files.ts';
import { withFiles } from './files/with-files.ts';
import { readWithin } from './sql/in-time.ts';
import { tryWrites } from './write/try-writes.ts';
import type { SlowReads } from './sql/slow-reads.ts';
import { createCounts } from './query/counts.ts';
import type { WriteContext, GuardOf } from './query/complete.ts';
import { restoreTrashed } from './write/trash.ts';
import {
  limitsOf,
  recordWrites,
  storeReads,
  type ReadConnection,
  type StoreContext,
} from './store-operations.ts';

export type StoreOptions = {
  /** What must hold after any write to a resource; without one, anything. */
  guardOf?: GuardOf;
  /** What code of the installation does with the writes to a resource; without it, nothing. */
  hooksOf?: HooksOf;
  /** Milliseconds a facet may take before it gives up. */
  facetBudget?: number;
  /** Milliseconds a calculation over a whole list may take before it gives up. */
  aggregateBudget?: number;
  /** Counts slow lists; without it nobody does. */
  slowReads?: SlowReads;
  /** Learns why the answer to a committed write goes without what it should have read. */
  onUnread?: (error: unknown) => void;
};

/** The records of a database. It reads the descriptor at each call, so the descriptor may be replaced. */
export function createStore(
  database: Database,
  descriptor: () => Descriptor,
  {
    guardOf = () => undefined,
    hooksOf = () => undefined,
    facetBudget = 300,
    aggregateBudget = 1_400,
    slowReads,
    onUnread,
  }: StoreOptions = {},
): Store {
  const { reader, primaryOrReplica } = database;
  const reads = {
    list: reader.for('list'),
    // Records asked for by name are read from the primary, where they are written.
    named: primaryOrReplica.for('list'),
    // Without an index each lookup reads the whole collection.
    lookup: primaryOrReplica.for('report'),
    record: primaryOrReplica,
    facets: reader.for('facets'),
    report: reader.for('report'),
    export: reader.for('export'),
  };
  const budgets = { facetBudget, aggregateBudget };
  const counts = createCounts();
  const own: StoreContext = {
    ...writesOn(database),
    reads,
    counts,
    ...(slowReads && { slowReads }),
  };
  return assemble(own, { descriptor, guardOf, hooksOf });

  function writesOn(connections: Connections): Omit<StoreContext, 'reads'> {
    return {
      connection: connections,
      ...budgets,
      once: (run) => retryConflicts(() => run(connections)),
      atomically: (run) => connections.transaction(run, LONG),
      readBack: (read) =>
        read().catch((error: unknown) => {
          onUnread?.(error);
          return undefined;
        }),
      within: (run) => connections.transaction((sql) => run(withinTransaction(sql, budgets)), LONG),
      for: (work) => {
        const theirs = database.for(work, PATIENCE[work]);
        return { ...writesOn(theirs), reads: all(theirs) };
      },
    };
  }
}

type Budgets = Pick<StoreContext, 'facetBudget' | 'aggregateBudget'>;

function withinTransaction(connection: Connection, budgets: Budgets): StoreContext {
  const inPart = <T>(run: (connection: Connection) => Promise<T>) => inSavepoint(connection, run);
  const context: StoreContext = {
    connection,
    reads: within(connection),
    ...budgets,
    once: inPart,
    atomically: inPart,
    // Nothing is committed yet, so an error undoes the write too.
    readBack: (read) => read(),
    within: (run) => inPart(() => run(context)),
    for: () => context,
  };
  return context;
}

/** Milliseconds that started work waits for its next connection, rather than end half done. */
const PATIENCE: Record<LongWork, number> = {
  import: 60_000,
  bulk: 60_000,
  job: 600_000,
  export: 5_000,
};

/** Sets of a thousand records with all their indexes take longer than one request may. */
const LONG = { timeout: 25_000, lockTimeout: 10_000, idleTimeout: 60_000 };

function all(reads: ReadConnection): StoreContext['reads'] {
  return {
    list: reads,
    named: reads,
    lookup: reads,
    record: reads,
    facets: reads,
    report: reads,
    export: reads,
  };
}

/** A stream inside a transaction reads in it and leaves ending it to its owner. */
function within(connection: Connection): StoreContext['reads'] {
  const end = async () => void (await connection.query('close all'));
  return all({ ...connection, begin: async () => ({ connection, end }) });
}

type Rules = { descriptor: () => Descriptor; guardOf: GuardOf; hooksOf: HooksOf };

function assemble(context: StoreContext, rules: Rules, restriction?: Restriction): Store {
  const { descriptor, guardOf, hooksOf } = rules;
  const limits = limitsOf(descriptor, restriction);
  const writing = ({ connection, once, atomically, readBack }: StoreContext): WriteContext => ({
    connection,
    once,
    atomically,
    readBack,
    descriptor: descriptor(),
    guardOf,
    restriction,
  });
  return {
    ...storeReads(context, limits),
    ...withFiles(
      hookedWrites(
        recordWrites(() => writing(context)),
        hooksOf,
        (run) => context.within((inner) => run(writing(inner), assemble(inner, rules))),
      ),
      () => writing(context),
    ),
    inTime: (limit, run) =>
      readWithin(context.reads.list.begin, limit, (sql) => {
        // Open cursors end with the transaction, even when a statement took too long and nothing more runs.
        const part = { connection: sql, end: () => Promise.resolve() };
        const own = {
          ...context,
          connection: sql,
          reads: all({ ...sql, begin: async () => part }),
        };
        return run(assemble(own, rules, restriction), sql);
      }),
    restrictedTo: (rows) => assemble(context, rules, rows),
    for: (work) => assemble(context.for(work), rules, restriction),
    restoreTrashed: (resource, ...rest) =>
      context.within((inner) => {
        const store = assemble(inner, rules, restriction);
        const sql = inner.connection;
        const own = { store, sql, descriptor: descriptor(), restriction, resource };
        return restoreTrashed(own, ...rest);
      }),
    tryMany: (resource, writes, by) => {
      const target = {
        descriptor: descriptor(),
        resource,
        isHooked: hooksOf(resource) !== undefined,
      };
      return tryWrites(target, writes, by, (run) =>
        context.within((inner) => run(assemble(inner, rules, restriction))),
      );
    },
    nameableFiles: (ids, by) => findNameable(writing(context), ids, by),
    transaction: (run) =>
      context.within((inner) => run(assemble(inner, rules, restriction), inner.connection)),
  };
}

/** A part of a transaction that can fail without failing the whole. */
async function inSavepoint<T>(connection: Connection, run: (connection: Connection) => Promise<T>) {
  await connection.query('savepoint part');
  try {
    const result = await run(connection);
    await connection.query('release savepoint part');
    return result;
  } catch (error) {
    await connection.query('rollback to savepoint part; release savepoint part');
    throw error;
  }
}
