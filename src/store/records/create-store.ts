import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../descriptor/filter.ts';
import { narrow } from '../../descriptor/row-filters.ts';
import type { Database, Transaction } from '../database.ts';
import { retryConflicts } from '../retry.ts';
import type { Session } from '../session.ts';
import type { Restriction, Store, WriteGuard } from '../store.ts';
import { amongTheirs } from './hops.ts';
import { readInTime } from './in-time.ts';
import { listRecords } from './list.ts';
import { findNeighbours } from './neighbours.ts';
import { newId } from './new-id.ts';
import { findSameValues } from '../duplicates/same-values.ts';
import { findSimilarValues } from '../duplicates/similar-values.ts';
import { countPeriods } from '../facets/count-periods.ts';
import { readFacets } from '../facets/facets.ts';
import { copyRecords } from './copy-records.ts';
import { countRecords, findRecords, findReferrers, getRecord } from './read.ts';
import { findAny } from './find-any.ts';
import { findTogether } from './find-together.ts';
import { streamRecords } from './stream.ts';
import { createTotals, type Totals } from './totals.ts';
import { writeMany } from './write-many.ts';
import { createRecord, removeRecord, updateRecord, type WriteParts } from './write.ts';

export type StoreOptions = {
  /** What must hold after any write to a resource, by its name. */
  guards?: Readonly<Record<string, WriteGuard>>;
  /** Milliseconds a facet may take before it gives up. */
  facetBudget?: number;
};

/** The records of a database. The descriptor is asked for at each call, so it may be exchanged. */
export function createStore(
  database: Database,
  descriptor: () => Descriptor,
  { guards = {}, facetBudget = 300 }: StoreOptions = {},
): Store {
  const { reader } = database;
  return assemble(
    {
      session: database,
      lists: reader,
      facetBudget,
      begin: (options) => reader.begin(options),
      once: (run) => retryConflicts(() => run(database)),
      atomically: (run) => database.transaction(run, LONG),
      totals: createTotals(),
      transaction: (run) =>
        database.transaction((session) => run(withinTransaction(session), session), LONG),
    },
    descriptor,
    guards,
  );

  function withinTransaction(session: Session): Store {
    const inPart = <T>(run: (session: Session) => Promise<T>) => inSavepoint(session, run);
    const store: Store = assemble(
      {
        session,
        lists: session,
        facetBudget,
        begin: async () => partOf(session),
        once: inPart,
        atomically: inPart,
        transaction: (run) => inPart(() => run(store, session)),
      },
      descriptor,
      guards,
    );
    return store;
  }
}

/** Sets of a thousand records with all their indexes take longer than one request may. */
const LONG = { timeout: 60_000, lockTimeout: 10_000, idleTimeout: 60_000 };

type StoreParts = Pick<WriteParts, 'session' | 'once' | 'atomically'> &
  Pick<Database, 'begin'> & {
    lists: Session;
    facetBudget: number;
    totals?: Totals;
    transaction: Store['transaction'];
  };

function assemble(
  parts: StoreParts,
  descriptor: () => Descriptor,
  guards: Readonly<Record<string, WriteGuard>>,
  restriction?: Restriction,
): Store {
  const { session, lists, begin, once, atomically, totals, transaction, facetBudget } = parts;
  const seen = (resource: Resource) => restriction?.rowsOf(resource)?.see;
  const asked = (filter: Filter | undefined) =>
    filter && restriction ? amongTheirs(filter, restriction.rowsOf) : filter;
  const among = <Query extends Pick<ListQuery, 'filter' | 'q'>>(
    resource: Resource,
    query: Query,
    which: 'see' | 'export' = 'see',
  ): Query => {
    const filter = narrow(asked(query.filter), restriction?.rowsOf(resource)?.[which]);
    return filter ? { ...query, filter } : query;
  };
  const scope = () => ({ descriptor: descriptor(), rowsOf: restriction?.rowsOf });
  const reading = () => ({ session, scope: scope() });
  const writing = (): WriteParts => ({
    session,
    descriptor: descriptor(),
    guards,
    restriction,
    once,
    atomically,
  });
  return {
    list: (resource, query, readable) =>
      listRecords(
        { session: lists, scope: scope(), totals },
        resource,
        among(resource, query),
        readable,
      ),
    get: (resource, id, readable) => getRecord(reading(), resource, id, readable, seen(resource)),
    neighbours: (resource, id, query, readable) =>
      findNeighbours({ session: lists, scope: scope(), totals }, resource, id, {
        query: among(resource, query),
        readable,
        see: seen(resource),
      }),
    facets: (resource, paths, query, readable) =>
      readFacets(
        { begin, scope: scope(), budget: facetBudget },
        resource,
        paths,
        among(resource, query),
        readable,
      ),
    periods: (resource, by, query) =>
      countPeriods({ session: lists, scope: scope() }, resource, by, among(resource, query)),
    findMany: (resource, path, values, fields) =>
      findRecords(reading(), resource, path, values, fields, seen(resource)),
    findTogether: (resource, names, tuples) =>
      findTogether(reading(), resource, names, tuples, seen(resource)),
    findAny: (resource, filter, fields, most) =>
      findAny(
        { begin, scope: scope() },
        resource,
        narrow(asked(filter), seen(resource)) ?? filter,
        fields,
        most,
      ),
    sameValues: (resource, question) =>
      findSameValues(
        { session: lists, scope: scope() },
        resource,
        among(resource, { ...question }),
      ),
    similarValues: (resource, question) =>
      findSimilarValues({ begin, scope: scope() }, resource, among(resource, { ...question })),
    count: (resource, filter) =>
      countRecords(reading(), resource, narrow(asked(filter), seen(resource))),
    referrers: (resource, id) => findReferrers(session, descriptor(), resource, id),
    create: (resource, values, by, id = newId()) =>
      createRecord(writing(), resource, values, by, id),
    update: (resource, id, expected, values, by) =>
      updateRecord(writing(), resource, id, expected, values, by),
    remove: (resource, id, expected, by) => removeRecord(writing(), resource, id, expected, by),
    writeMany: (resource, writes, by) => writeMany(writing(), resource, writes, by),
    stream: (resource, query, readable, options) =>
      streamRecords(
        { begin, scope: scope() },
        resource,
        among(resource, query, options?.forFile ? 'export' : 'see'),
        readable,
        options,
      ),
    inTime: (limit, run) =>
      readInTime(begin, limit, (within) => {
        // What is open in it goes with it, also when a statement took too long and nothing more runs.
        const part = { session: within, end: () => Promise.resolve() };
        const own = { ...parts, session: within, lists: within, begin: async () => part };
        return run(assemble(own, descriptor, guards, restriction), within);
      }),
    copyRecords: (resource, query, readable, options) =>
      copyRecords(
        { begin, scope: scope() },
        resource,
        among(resource, query, 'export'),
        readable,
        options,
      ),
    restrictedTo: (rows) => assemble(parts, descriptor, guards, rows),
    transaction: (run) =>
      transaction((store, sql) => run(restriction ? store.restrictedTo(restriction) : store, sql)),
  };
}

/** A part of a transaction that can fail without the whole of it. */
async function inSavepoint<T>(session: Session, run: (session: Session) => Promise<T>): Promise<T> {
  await session.query('savepoint part');
  try {
    const result = await run(session);
    await session.query('release savepoint part');
    return result;
  } catch (error) {
    await session.query('rollback to savepoint part; release savepoint part');
    throw error;
  }
}

/** A stream inside a transaction reads in it, and leaves its end to whoever began it. */
function partOf(session: Session): Transaction {
  return { session, end: async () => void (await session.query('close all')) };
}
