import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { Groups } from '../../../contract/aggregates.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toApiName, toListQuery } from '../../client/list-query.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFilterWithin } from '../groups/use-filter-within.ts';

type Counts = AnswerOf<typeof Groups>;

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
