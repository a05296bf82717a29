import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { Groups } from '../../../contract/aggregates.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toApiName, toListQuery } from '../../client/list-query.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { toSortPayload } from '../../resource/sorting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { readRowBatch, type RowBatch } from '../grid/endless/endless-loader.tsx';
import { useFilterWithin, type Where } from '../groups/use-filter-within.ts';
import { useRequestedFields } from '../list-request.ts';
import type { ColumnValue } from './board-menus.tsx';

export type Counts = AnswerOf<typeof Groups>;

/** More than a field may have choices. */
const MAX_COLUMN_CARDS = 1000;

/** How many records each column has, from one request for the whole board. */
export function useBoardCounts(field: Field) {
  const { resource } = useResource();
  const queries = useQueryClient();
  const filter = useFilterWithin([]);
  const params = toListQuery({ filter, pagination: { page: 1, perPage: MAX_COLUMN_CARDS } });
  params.set('_by', toApiName(field.name));
  const path = `${resource.root}/groups?${params}`;
  const { data, error, retry } = useThrottledQuery<Counts>({
    queryKey: [resource.name, 'board counts', path],
    path,
    pace: 'own',
  });
  const isKnown = data !== undefined && !data.timedOut;
  return {
    groups: isKnown ? data.data : undefined,
    error,
    isLate: data?.timedOut === true,
    retry,
    /** Counts a moved record in its new column at once: the server is asked again only every few seconds. */
    recount(from: unknown, to: unknown): void {
      queries.setQueriesData<Counts>({ queryKey: [resource.name, 'board counts'] }, (counts) => {
        if (!counts) return counts;
        const by = (value: unknown) => Number(value === to) - Number(value === from);
        const all = counts.data.map((each) => ({ ...each, count: each.count + by(each.value) }));
        const isNew = !all.some(({ value }) => value === to);
        const added = {
          value: to as Counts['data'][number]['value'],
          count: 1,
          where: {},
          aggregates: {},
        };
        return { ...counts, data: isNew ? [...all, added] : all };
      });
    },
  };
}

/** The records that a column reads at once. */
const CARDS = 25;

/** The records of a column in the order of the list, read in pieces while the user scrolls. */
export function useBoardColumn(by: string, value: ColumnValue, isRead: boolean) {
  const { resource } = useResource();
  const { sort } = useListContext();
  const name = toApiName(by);
  const where: Where = value === null ? { [`${name}_null`]: true } : { [name]: value };
  const filter = useFilterWithin([where]);
  const fields = useRequestedFields();
  const query = toListQuery({
    filter,
    sort: sort.field === '' ? toSortPayload('_id') : sort,
    fields: [...new Set([...fields, by])],
  });
  query.set('_perPage', String(CARDS));
  const question = query.toString();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: [resource.name, 'board', question, value],
      queryFn: ({ pageParam, signal }) => readRowBatch(resource, question, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: isRead,
      retry: false,
    },
  );
  const isFailed = error !== null && !data;
  return {
    records: useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]),
    isFailed,
    isWaiting: !isFailed && (!data || hasNextPage),
    retry: () => void refetch(),
    isMore: hasNextPage,
    /** Reads the next records, unless that is under way. */
    readOn: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}

/** Puts a record into the column of its value, as the first, and takes it out of the others. */
export function putIntoColumn(
  queries: QueryClient,
  resource: Resource,
  record: RaRecord,
  value: unknown,
): void {
  const columns = queries.getQueriesData<InfiniteData<RowBatch>>({
    queryKey: [resource.name, 'board'],
  });
  for (const [key, column] of columns) {
    if (!column) continue;
    const isOwn = key.at(-1) === value;
    const pages = column.pages.map((page, at) => {
      const others = page.data.filter(({ id }) => id !== record.id);
      return { ...page, data: isOwn && at === 0 ? [record, ...others] : others };
    });
    queries.setQueryData(key, { ...column, pages });
  }
}
