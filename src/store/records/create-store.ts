import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../descriptor/filter/filter.ts';
import { narrow } from '../../descriptor/filter/row-filters.ts';
import type { Connections } from '../connection/connections.ts';
import type { Database } from '../connection/database.ts';
import { retryConflicts } from '../connection/retry.ts';
import type { Session } from '../connection/session.ts';
import type { LongWork, Restriction, Store, WriteGuard } from '../store.ts';
import { amongTheirs } from './hops.ts';
import { readInTime } from './in-time.ts';
import { listRecords } from './list.ts';
import { findNeighbours } from './neighbours.ts';
import { newId } from './new-id.ts';
import { findSameValues } from './duplicates/same-values.ts';
import { findSimilarValues } from './duplicates/similar-values.ts';
import { countPeriods } from './facets/count-periods.ts';
import { readFacets } from './facets/facets.ts';
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
  const reads = {
    list: reader.for('list'),
    // What names records is read where they are written.
    named: database.for('list'),
    facets: reader.for('facets'),
    report: reader.for('report'),
    export: reader.for('export'),
  };
  const own: StoreParts = { ...writesOn(database), reads, totals: createTotals() };
  return assemble(own, descriptor, guards);

  function writesOn(connections: Connections): Omit<StoreParts, 'reads'> {
    return {
      session: connections,
      facetBudget,
      once: (run) => retryConflicts(() => run(connections)),
      atomically: (run) => connections.transaction(run, LONG),
      transaction: (run) =>
        connections.transaction((session) => run(withinTransaction(session), session), LONG),
      for: (work) => {
        const theirs = database.for(work, PATIENCE[work]);
        return { ...writesOn(theirs), reads: all(theirs) };
      },
    };
  }

  function withinTransaction(session: Session): Store {
    const inPart = <T>(run: (session: Session) => Promise<T>) => inSavepoint(session, run);
    const parts: StoreParts = {
      session,
      reads: within(session),
      facetBudget,
      once: inPart,
      atomically: inPart,
      transaction: (run) => inPart(() => run(store, session)),
      for: () => parts,
    };
    const store = assemble(parts, descriptor, guards);
    return store;
  }
}

/** Milliseconds that work waits for its next connection once it has begun, rather than end half done. */
const PATIENCE: Record<LongWork, number> = { import: 60_000, bulk: 60_000, job: 600_000 };

/** Sets of a thousand records with all their indexes take longer than one request may. */
const LONG = { timeout: 25_000, lockTimeout: 10_000, idleTimeout: 60_000 };

type StoreParts = Pick<WriteParts, 'session' | 'once' | 'atomically'> & {
  /** Where each kind of reading takes its connections. */
  reads: Readonly<Record<'list' | 'named' | 'facets' | 'report' | 'export', Reads>>;
  facetBudget: number;
  totals?: Totals;
  transaction: Store['transaction'];
  /** The same for long work. */
  for(work: LongWork): StoreParts;
};

type Reads = Session & Pick<Connections, 'begin'>;

function all(reads: Reads): StoreParts['reads'] {
  return { list: reads, named: reads, facets: reads, report: reads, export: reads };
}

/** A stream inside a transaction reads in it, and leaves its end to whoever began it. */
function within(session: Session): StoreParts['reads'] {
  const end = async () => void (await session.query('close all'));
  return all({ ...session, begin: async () => ({ session, end }) });
}

function assemble(
  parts: StoreParts,
  descriptor: () => Descriptor,
  guards: Readonly<Record<string, WriteGuard>>,
  restriction?: Restriction,
): Store {
  const { session, reads, once, atomically, totals, transaction, facetBudget } = parts;
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
        { session: reads.list, scope: scope(), totals },
        resource,
        among(resource, query),
        readable,
      ),
    get: (resource, id, readable) => getRecord(reading(), resource, id, readable, seen(resource)),
    neighbours: (resource, id, query, readable) =>
      findNeighbours({ session: reads.named, scope: scope(), totals }, resource, id, {
        query: among(resource, query),
        readable,
        see: seen(resource),
      }),
    facets: (resource, paths, query, readable) =>
      readFacets(
        { begin: reads.facets.begin, scope: scope(), budget: facetBudget },
        resource,
        paths,
        among(resource, query),
        readable,
      ),
    periods: (resource, by, query) =>
      countPeriods({ session: reads.facets, scope: scope() }, resource, by, among(resource, query)),
    findMany: (resource, path, values, fields) =>
      findRecords(reading(), resource, path, values, fields, seen(resource)),
    findTogether: (resource, names, tuples) =>
      findTogether(reading(), resource, names, tuples, seen(resource)),
    findAny: (resource, filter, fields, most) =>
      findAny(
        { begin: reads.named.begin, scope: scope() },
        resource,
        narrow(asked(filter), seen(resource)) ?? filter,
        fields,
        most,
      ),
    sameValues: (resource, question) =>
      findSameValues(
        { session: reads.report, scope: scope() },
        resource,
        among(resource, { ...question }),
      ),
    similarValues: (resource, question) =>
      findSimilarValues(
        { begin: reads.report.begin, scope: scope() },
        resource,
        among(resource, { ...question }),
      ),
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
        { begin: reads.export.begin, scope: scope() },
        resource,
        among(resource, query, options?.forFile ? 'export' : 'see'),
        readable,
        options,
      ),
    inTime: (limit, run) =>
      readInTime(reads.list.begin, limit, (sql) => {
        // What is open in it goes with it, also when a statement took too long and nothing more runs.
        const part = { session: sql, end: () => Promise.resolve() };
        const own = { ...parts, session: sql, reads: all({ ...sql, begin: async () => part }) };
        return run(assemble(own, descriptor, guards, restriction), sql);
      }),
    copyRecords: (resource, query, readable, options) =>
      copyRecords(
        { begin: reads.export.begin, scope: scope() },
        resource,
        among(resource, query, 'export'),
        readable,
        options,
      ),
    restrictedTo: (rows) => assemble(parts, descriptor, guards, rows),
    for: (work) => assemble(parts.for(work), descriptor, guards, restriction),
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
