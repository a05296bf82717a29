import type { Facet } from '../contract/lists.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import type { BoundedCount } from './records/query/bounded-counts.ts';
import type { Measure } from '../descriptor/filter/aggregates.ts';
import type { ListQuery } from '../descriptor/filter/filter.ts';
import type { Measured } from './records/query/aggregates.ts';
import type { PeriodCount, PeriodUnit } from './records/query/facets.ts';
import type { GroupPage, GroupQuestion } from './records/query/groups.ts';

/** What the store can count and calculate over all records of a query. */
export type ListFigures = {
  /** How often the values of some fields occur among the records of the query; each in a short time, or not at all. */
  facets(
    resource: Resource,
    paths: readonly string[],
    query: Pick<ListQuery, 'filter' | 'q'>,
    readable?: readonly string[],
  ): Promise<Facet[]>;
  /** Counts the records of several queries, each up to 10,000 and in a limited time. */
  counts(
    resource: Resource,
    queries: readonly Pick<ListQuery, 'filter' | 'q'>[],
    readable?: readonly string[],
  ): Promise<BoundedCount[]>;
  /** The values of the measures over all records of the query, in their order; each in a limited time. */
  aggregates(
    resource: Resource,
    measures: readonly Measure[],
    query: Pick<ListQuery, 'filter' | 'q'>,
    readable?: readonly string[],
  ): Promise<Measured[]>;
  /** A page of the groups of records that share a value; undefined when that took too long. */
  groups(
    resource: Resource,
    question: GroupQuestion,
    query: Pick<ListQuery, 'filter' | 'q'>,
    readable?: readonly string[],
  ): Promise<GroupPage | undefined>;
  /** How many records of the query each day or month has, by a date or time field; the last 400. */
  periods(
    resource: Resource,
    by: { path: string; unit: PeriodUnit },
    query: Pick<ListQuery, 'filter' | 'q'>,
  ): Promise<PeriodCount[]>;
};
