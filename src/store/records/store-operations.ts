import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter, ListQuery } from '../../descriptor/filter/filter.ts';
import { narrow } from '../../descriptor/filter/row-filters.ts';
import type { Connections } from '../connection/connections.ts';
import type { Connection } from '../connection/connection.ts';
import type { LongWork, Restriction, Store } from '../store.ts';
import { amongTheirs } from './relation-filters.ts';
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
import type { Totals } from './totals.ts';
import { writeMany } from './write-many.ts';
import { createRecord, removeRecord, updateRecord, type WriteParts } from './write.ts';

/** What a store is made of. */
export type StoreParts = Pick<WriteParts, 'connection' | 'once' | 'atomically'> & {
  /** Where each kind of reading takes its connections. */
  reads: Readonly<Record<'list' | 'named' | 'facets' | 'report' | 'export', Reads>>;
  facetBudget: number;
  totals?: Totals;
  transaction: Store['transaction'];
  /** The same for long work. */
  for(work: LongWork): StoreParts;
};

export type Reads = Connection & Pick<Connections, 'begin'>;

type Limits = ReturnType<typeof limitsOf>;

/** Adds to a question which records its caller may see. */
export function limitsOf(descriptor: () => Descriptor, restriction: Restriction | undefined) {
  const asked = (filter: Filter | undefined) =>
    filter && restriction ? amongTheirs(filter, restriction.rowsOf) : filter;
  const seen = (resource: Resource, which: 'see' | 'export' = 'see') =>
    restriction?.rowsOf(resource)?.[which];
  return {
    descriptor,
    scope: () => ({ descriptor: descriptor(), rowsOf: restriction?.rowsOf }),
    seen,
    narrowed: (resource: Resource, filter: Filter | undefined) =>
      narrow(asked(filter), seen(resource)),
    among: <Query extends Pick<ListQuery, 'filter' | 'q'>>(
      resource: Resource,
      query: Query,
      which: 'see' | 'export' = 'see',
    ): Query => {
      const filter = narrow(asked(query.filter), seen(resource, which));
      return filter ? { ...query, filter } : query;
    },
  };
}

export function recordReads(
  { connection, reads, totals }: StoreParts,
  { descriptor, scope, seen, narrowed, among }: Limits,
): Pick<
  Store,
  'list' | 'get' | 'neighbours' | 'findMany' | 'findTogether' | 'findAny' | 'count' | 'referrers'
> {
  const reading = () => ({ connection, scope: scope() });
  return {
    list: (resource, query, readable) =>
      listRecords(
        { connection: reads.list, scope: scope(), totals },
        resource,
        among(resource, query),
        readable,
      ),
    get: (resource, id, readable) => getRecord(reading(), resource, id, readable, seen(resource)),
    neighbours: (resource, id, query, readable) =>
      findNeighbours({ connection: reads.named, scope: scope(), totals }, resource, id, {
        query: among(resource, query),
        readable,
        see: seen(resource),
      }),
    findMany: (resource, path, values, fields) =>
      findRecords(reading(), resource, path, values, fields, seen(resource)),
    findTogether: (resource, names, tuples) =>
      findTogether(reading(), resource, names, tuples, seen(resource)),
    findAny: (resource, filter, fields, most) =>
      findAny(
        { begin: reads.named.begin, scope: scope() },
        resource,
        narrowed(resource, filter) ?? filter,
        fields,
        most,
      ),
    count: (resource, filter) => countRecords(reading(), resource, narrowed(resource, filter)),
    referrers: (resource, id) => findReferrers(connection, descriptor(), resource, id),
  };
}

export function reportReads(
  { reads, facetBudget }: StoreParts,
  { scope, among }: Limits,
): Pick<Store, 'facets' | 'periods' | 'sameValues' | 'similarValues'> {
  return {
    facets: (resource, paths, query, readable) =>
      readFacets(
        { begin: reads.facets.begin, scope: scope(), budget: facetBudget },
        resource,
        paths,
        among(resource, query),
        readable,
      ),
    periods: (resource, by, query) =>
      countPeriods(
        { connection: reads.facets, scope: scope() },
        resource,
        by,
        among(resource, query),
      ),
    sameValues: (resource, question) =>
      findSameValues(
        { connection: reads.report, scope: scope() },
        resource,
        among(resource, { ...question }),
      ),
    similarValues: (resource, question) =>
      findSimilarValues(
        { begin: reads.report.begin, scope: scope() },
        resource,
        among(resource, { ...question }),
      ),
  };
}

export function exportReads(
  {
    reads: {
      export: { begin },
    },
  }: StoreParts,
  { scope, among }: Limits,
): Pick<Store, 'stream' | 'copyRecords'> {
  return {
    stream: (resource, query, readable, options) =>
      streamRecords(
        { begin, scope: scope() },
        resource,
        among(resource, query, options?.forFile ? 'export' : 'see'),
        readable,
        options,
      ),
    copyRecords: (resource, query, readable, options) =>
      copyRecords(
        { begin, scope: scope() },
        resource,
        among(resource, query, 'export'),
        readable,
        options,
      ),
  };
}

export function recordWrites(
  writing: () => WriteParts,
): Pick<Store, 'create' | 'update' | 'remove' | 'writeMany'> {
  return {
    create: (resource, values, by, id = newId()) =>
      createRecord(writing(), resource, values, by, id),
    update: (resource, id, expected, values, by) =>
      updateRecord(writing(), resource, id, expected, values, by),
    remove: (resource, id, expected, by) => removeRecord(writing(), resource, id, expected, by),
    writeMany: (resource, writes, by) => writeMany(writing(), resource, writes, by),
  };
}
