import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Connections, Connection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { retryConflicts } from '../connection/errors.ts';
import type { LongWork, Restriction, Store } from '../store.ts';
import { isJudged } from '../schema/tables/checking-triggers.ts';
import { readWithin } from './in-time.ts';
import { rowRules } from './row-rules.ts';
import { tryWrites } from './try-writes.ts';
import { writtenRules } from './written-rules.ts';
import type { SlowReads } from './slow-reads.ts';
import { createTotals } from './totals.ts';
import type { GuardOf } from './write.ts';
import { restoreTrashed } from './trash.ts';
import {
  limitsOf,
  recordWrites,
  storeReads,
  type ReadConnection,
  type StoreParts,
} from './store-operations.ts';

export type StoreOptions = {
  /** What must hold after any write to a resource; without one, anything. */
  guardOf?: GuardOf;
  /** Milliseconds a facet may take before it gives up. */
  facetBudget?: number;
  /** Milliseconds a calculation over a whole list may take before it gives up. */
  aggregateBudget?: number;
  /** Counts slow lists; without it nobody does. */
  slowReads?: SlowReads;
};

/** The records of a database. It reads the descriptor at each call, so the descriptor may be replaced. */
export function createStore(
  database: Database,
  descriptor: () => Descriptor,
  {
    guardOf = () => undefined,
    facetBudget = 300,
    aggregateBudget = 1_400,
    slowReads,
  }: StoreOptions = {},
): Store {
  const { reader } = database;
  const reads = {
    list: reader.for('list'),
    // Records asked for by name are read from the primary, where they are written.
    named: database.for('list'),
    facets: reader.for('facets'),
    report: reader.for('report'),
    export: reader.for('export'),
  };
  const totals = createTotals();
  const own: StoreParts = {
    ...writesOn(database),
    reads,
    totals,
    ...(slowReads && { slowReads }),
  };
  return assemble(own, descriptor, guardOf);

  function writesOn(connections: Connections): Omit<StoreParts, 'reads'> {
    return {
      connection: connections,
      facetBudget,
      aggregateBudget,
      once: (run) => retryConflicts(() => run(connections)),
      atomically: (run) => connections.transaction(run, LONG),
      transaction: (run) =>
        connections.transaction(
          (connection) => run(withinTransaction(connection), connection),
          LONG,
        ),
      for: (work) => {
        const theirs = database.for(work, PATIENCE[work]);
        return { ...writesOn(theirs), reads: all(theirs) };
      },
    };
  }

  function withinTransaction(connection: Connection): Store {
    const inPart = <T>(run: (connection: Connection) => Promise<T>) => inSavepoint(connection, run);
    const parts: StoreParts = {
      connection,
      reads: within(connection),
      facetBudget,
      aggregateBudget,
      once: inPart,
      atomically: inPart,
      transaction: (run) => inPart(() => run(store, connection)),
      for: () => parts,
    };
    const store = assemble(parts, descriptor, guardOf);
    return store;
  }
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

function all(reads: ReadConnection): StoreParts['reads'] {
  return { list: reads, named: reads, facets: reads, report: reads, export: reads };
}

/** A stream inside a transaction reads in it and leaves ending it to its owner. */
function within(connection: Connection): StoreParts['reads'] {
  const end = async () => void (await connection.query('close all'));
  return all({ ...connection, begin: async () => ({ connection, end }) });
}

function assemble(
  parts: StoreParts,
  descriptor: () => Descriptor,
  guardOf: GuardOf,
  restriction?: Restriction,
): Store {
  const { connection, once, atomically, transaction } = parts;
  const limits = limitsOf(descriptor, restriction);
  return {
    ...storeReads(parts, limits),
    ...recordWrites(() => ({
      connection,
      once,
      atomically,
      descriptor: descriptor(),
      guardOf,
      restriction,
    })),
    inTime: (limit, run) =>
      readWithin(parts.reads.list.begin, limit, (sql) => {
        // Open cursors end with the transaction, even when a statement took too long and nothing more runs.
        const part = { connection: sql, end: () => Promise.resolve() };
        const own = { ...parts, connection: sql, reads: all({ ...sql, begin: async () => part }) };
        return run(assemble(own, descriptor, guardOf, restriction), sql);
      }),
    restrictedTo: (rows) => assemble(parts, descriptor, guardOf, rows),
    for: (work) => assemble(parts.for(work), descriptor, guardOf, restriction),
    restoreTrashed: (resource, ...asked) =>
      transaction((store, sql) => {
        const limited = restriction ? store.restrictedTo(restriction) : store;
        const limits = rowRules(descriptor(), restriction, resource, 'create');
        const isGuarded =
          guardOf(resource) !== undefined ||
          limits !== undefined ||
          isJudged(descriptor(), resource) ||
          writtenRules(resource, [...resource.fields.keys()], null) !== undefined;
        const own = { store: limited, sql, descriptor: descriptor(), restriction, isGuarded };
        return restoreTrashed(own, resource, ...asked);
      }),
    tryMany: (resource, writes, by) =>
      tryWrites({ descriptor: descriptor(), resource }, writes, by, (run) =>
        transaction((store) => run(restriction ? store.restrictedTo(restriction) : store)),
      ),
    transaction: (run) =>
      transaction((store, sql) => run(restriction ? store.restrictedTo(restriction) : store, sql)),
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
