import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { Aggregates } from '../../../contract/aggregates.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { call } from '../../client/http.ts';
import { toApiName, toListQuery } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFilterWithin } from '../groups/use-filter-within.ts';
import { useRequestedFields } from '../list-request.ts';
import { daysOf, type Period } from './entries.ts';

/** More in one month do not make a calendar that anybody reads. */
export const MOST_RECORDS = 500;

/** The records of the list that have a day between two days, both included, by their first day; one request. */
export function useCalendarRecords({ field, end, rowField }: Period, from: string, to: string) {
  const { resource } = useResource();
  const { getList } = useDataProvider<RecordProvider>();
  const fields = useRequestedFields();
  const between = daysOf(field).between(from, to);
  const name = toApiName(field.name);
  const filter = useFilterWithin(
    end
      ? [
          { [`${name}_lte`]: between[1] },
          // A record without an end has one day.
          { or: [{ [`${name}_gte`]: between[0] }, { [`${toApiName(end.name)}_gte`]: between[0] }] },
        ]
      : [{ [`${name}_between`]: between }],
  );
  const params = {
    filter,
    sort: { field: field.name, order: 'ASC' as const },
    pagination: { page: 1, perPage: MOST_RECORDS },
    meta: {
      fields: [
        ...new Set([...fields, ...[field, end, rowField].flatMap((each) => each?.name ?? [])]),
      ],
      total: 'estimate',
    },
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resource.name, 'calendar', params],
    queryFn: ({ signal }) => getList<RaRecord>(resource.name, { ...params, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    records: data?.data,
    isMore: (data?.total ?? 0) > MOST_RECORDS,
    error,
    isFetching,
    retry: () => void refetch(),
  };
}

/** The first and the last day of all records of the list. */
export function useCalendarEdges(field: Field) {
  const { resource } = useResource();
  const filter = useFilterWithin([]);
  const name = toApiName(field.name);
  const params = toListQuery({ filter });
  params.set('_aggregate', `${name}:min,${name}:max`);
  const path = `${resource.root}/aggregates?${params}`;
  const { data } = useQuery({
    queryKey: [resource.name, 'calendar edges', path],
    queryFn: async ({ signal }) => (await call<AnswerOf<typeof Aggregates>>(path, { signal })).json,
    retry: false,
  });
  const { min, max } = data?.data[name] ?? {};
  const { dayOf } = daysOf(field);
  return typeof min === 'string' && typeof max === 'string'
    ? { first: dayOf(min), last: dayOf(max) }
    : undefined;
}
