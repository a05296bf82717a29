import { requireEntry } from '../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../descriptor/filter/filter.ts';
import { combineFilters, withinScope } from '../../descriptor/filter/row-filters.ts';
import type { Connections, Connection } from '../connection/connection.ts';
import type { ListFigures } from '../list-figures.ts';
import type { LongWork, Restriction, Store } from '../store.ts';
import { readAggregates } from './query/aggregates.ts';
import { readBoundedCounts } from './query/bounded-counts.ts';
import { readGroups } from './query/groups.ts';
import { listRecords, type ListReading } from './query/list.ts';
import { readAgain, type TimedReading } from './sql/in-time.ts';
import { findNeighbours } from './query/neighbours.ts';
import { newId } from './sql/new-id.ts';
import { findSameValues, findSimilarValues } from './query/find-duplicates.ts';
import { countPeriods, readFacets } from './query/facets.ts';
import { copyRecords } from './query/copy-records.ts';
import {
  countRecords,
  findRecords,
  findReferrers,
  getRecord,
  findAny,
  findTogether,
} from './query/read.ts';
import { removeMany } from './write/remove-many.ts';
import { calculate } from './query/calculate.ts';
import { settleFilter } from './query/settle-filter.ts';
import { findAlike } from './search/find-alike.ts';
import { searchRecords } from './search/search-records.ts';
import type { SlowReads } from './sql/slow-reads.ts';
import { streamRecords } from './query/stream.ts';
import type { Counts } from './query/counts.ts';
import { writeMany } from './write/write-many.ts';
import { createRecord, removeRecord, updateRecord } from './write/write.ts';
import type { WriteContext } from './query/complete.ts';

/** The parts of a store. */
export type StoreContext = Pick<WriteContext, 'connection' | 'once' | 'atomically' | 'readBack'> & {
  /** Where each kind of reading takes its connections. */
  reads: Readonly<
    Record<'list' | 'named' | 'lookup' | 'record' | 'facets' | 'report' | 'export', ReadConnection>
  >;
  facetBudget: number;
  aggregateBudget: number;
  counts?: Counts;
  slowReads?: SlowReads;
  /** The same parts inside one transaction, or in a part of the open one. */
  within<T>(run: (context: StoreContext) => Promise<T>): Promise<T>;
  /** The same parts for long work. */
  for(work: LongWork): StoreContext;
};

export type ReadConnection = Connection & Pick<Connections, 'begin'>;

type Limits = ReturnType<typeof limitsOf>;

/** Adds to a query which records its caller may see. */
export function limitsOf(descriptor: () => Descriptor, restriction: Restriction | undefined) {
  const restrict = (filter: Filter | undefined) =>
    filter && restriction ? withinScope(filter, restriction.rowsOf) : filter;
  const seen = (resource: Resource, which: 'see' | 'export' = 'see') =>
    restriction?.rowsOf(resource)?.[which];
  const among = <Query extends Pick<ListQuery, 'filter' | 'q'>>(
    resource: Resource,
    query: Query,
    which: 'see' | 'export' = 'see',
  ): Query => {
    const filter = combineFilters(restrict(query.filter), seen(resource, which));
    return filter ? { ...query, filter } : query;
  };
  return {
    descriptor,
    scope: () => ({ descriptor: descriptor(), rowsOf: restriction?.rowsOf }),
    seen,
    narrowed: (resource: Resource, filter: Filter | undefined) =>
      combineFilters(restrict(filter), seen(resource)),
    among,
    /** The same for a list, whose records are also judged by what the caller may see. */
    listed: (resource: Resource, query: ListQuery): ListQuery => {
      const own = among(resource, query);
      if (!own.judged || !restriction) return own;
      const { resources } = restriction.descriptor;
      // What the descriptor declares names other resources only.
      const rowsOf = ({ name }: Resource) => restriction.rowsOf(requireEntry(resources, name));
      const judged = own.judged.map(({ at, filter }) => ({
        at,
        filter: withinScope(filter, rowsOf),
      }));
      return { ...own, judged };
    },
  };
}

/** The reads of a store, each on the connections of its kind and narrowed to what the caller may see. */
export function storeReads(
  { reads, counts, slowReads, facetBudget, aggregateBudget }: StoreContext,
  { descriptor, scope, seen, narrowed, among, listed }: Limits,
): Omit<Store, keyof ReturnType<typeof recordWrites> | Derived> {
  const connection = reads.record;
  const reading = () => ({ connection, scope: scope() });
  const on: OnKind = (kind, budget = facetBudget) => ({
    connection: reads[kind],
    begin: reads[kind].begin,
    scope: scope(),
    counts,
    budget,
  });
  return {
    ...listFigures(on, among, aggregateBudget),
    list: (resource, query, readable) =>
      listRecords({ ...on('list'), slowReads }, resource, listed(resource, query), readable),
    get: (resource, id, readable) =>
      getRecord({ ...reading(), see: seen(resource) }, resource, id, readable),
    neighbours: (resource, id, query, readable) => {
      const request = { query: among(resource, query), readable, see: seen(resource) };
      return findNeighbours(on('named'), resource, id, request);
    },
    findMany: (resource, path, values, fields) =>
      findRecords(reading(), resource, { path, values, fields, see: seen(resource) }),
    findTogether: (resource, names, tuples) =>
      findTogether({ ...reading(), see: seen(resource) }, resource, names, tuples),
    findAny: (resource, filter, fields, most) =>
      findAny(on('lookup'), resource, narrowed(resource, filter) ?? filter, { fields, most }),
    calculate: (calculation, rows) => calculate(connection, calculation, rows),
    settle: (resource, filter, records, rowsOf) => {
      const context = { connection, scope: { descriptor: descriptor(), rowsOf } };
      const scoped = rowsOf ? withinScope(filter, rowsOf) : filter;
      return settleFilter(context, resource, scoped, records);
    },
    count: (resource, filter) => countRecords(reading(), resource, narrowed(resource, filter)),
    referrers: (resource, id) => findReferrers(reading(), resource, id),
    search: (resource, question, readable) =>
      searchRecords(on('facets'), resource, among(resource, question), readable),
    alike: (resource, question) =>
      findAlike(on('report'), resource, among(resource, { ...question })),
    sameValues: (resource, question) =>
      findSameValues(on('report'), resource, among(resource, { ...question })),
    similarValues: (resource, question) =>
      findSimilarValues(on('report'), resource, among(resource, { ...question })),
    stream: (resource, query, readable, options) => {
      const which = options?.forFile ? 'export' : 'see';
      const context = { ...on('export'), now: seen(resource, which) };
      const request = { query: among(resource, query, which), readable };
      return readAgain(() => streamRecords(context, resource, request, options));
    },
    copyRecords: (resource, query, readable, options) => {
      const context = { ...on('export'), now: seen(resource, 'export') };
      const request = { query: among(resource, query, 'export'), readable };
      return copyRecords(context, resource, request, options);
    },
  };
}

type OnKind = (kind: keyof StoreContext['reads'], budget?: number) => TimedReading & ListReading;

/** What is counted and calculated over the records of a list. */
function listFigures(on: OnKind, among: Limits['among'], budget: number): ListFigures {
  return {
    facets: (resource, paths, query, readable) =>
      readFacets(on('facets'), resource, paths, { query: among(resource, query), readable }),
    counts: (resource, queries, readable) => {
      const scopedQueries = queries.map((query) => among(resource, query));
      return readBoundedCounts(on('facets'), resource, scopedQueries, readable);
    },
    aggregates: (resource, measures, query, readable) =>
      readAggregates(on('facets', budget), resource, measures, {
        query: among(resource, query),
        readable,
      }),
    groups: (resource, question, query, readable) =>
      readGroups(on('facets', budget), resource, question, {
        query: among(resource, query),
        readable,
      }),
    periods: (resource, by, query) =>
      countPeriods(on('facets'), resource, by, among(resource, query)),
  };
}

/** The stores that only `createStore` can derive. */
type Derived =
  | 'inTime'
  | 'restrictedTo'
  | 'for'
  | 'transaction'
  | 'restoreTrashed'
  | 'tryMany'
  | 'nameableFiles';

export type Writes = Pick<Store, 'create' | 'update' | 'remove' | 'writeMany' | 'removeMany'>;

export function recordWrites(writing: () => WriteContext): Writes {
  return {
    create: (resource, values, by, id = newId()) =>
      createRecord(writing(), { operation: 'create', resource, id, values, by }),
    update: (resource, id, expected, values, by) =>
      updateRecord(writing(), { operation: 'update', resource, id, values, by }, expected),
    remove: (resource, id, expected, by) =>
      removeRecord(writing(), { operation: 'delete', resource, id, values: {}, by }, expected),
    writeMany: (resource, writes, by) => writeMany(writing(), resource, writes, by),
    removeMany: (resource, removals, by) => removeMany(writing(), resource, removals, by),
  };
}
