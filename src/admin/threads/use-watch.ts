import type { NewWatch, Watch, Watches } from '../../contract/people/watches.ts';
import { call } from '../client/http.ts';
import { useSend } from '../client/use-send.ts';
import { useApiQuery } from '../kit/loading/query-state.tsx';

/** What the user watches: all of it, or what they watch in a collection. */
export function useWatches(resource?: string) {
  const query = resource === undefined ? '' : `?${new URLSearchParams({ resource })}`;
  return useApiQuery<Watches>(['watches', resource], `/api/watches${query}`);
}

/** Begins and ends watches. `shown`: what shows them. */
export function useWatchChange(shown = 'watches') {
  const { mutate } = useSend({
    send: (change: { begin: NewWatch } | { end: string }) =>
      'end' in change
        ? call(`/api/watches/${change.end}`, { method: 'DELETE' })
        : call('/api/watches', { method: 'PUT', body: change.begin }),
    refresh: [shown],
  });
  return {
    begin: (watch: NewWatch) => mutate({ begin: watch }),
    end: ({ _id }: Pick<Watch, '_id'>) => mutate({ end: _id }),
  };
}

/** Whether the user watches a record, or the new records of a collection, and what changes that. */
export function useWatch(resource: string, record?: string) {
  const { data } = useWatches(resource);
  const { begin, end } = useWatchChange();
  const watch = data?.data.find((each) => each.view === null && each.record === (record ?? null));
  return {
    isWatched: watch !== undefined,
    toggle: () =>
      watch ? end(watch) : begin({ resource, ...(record !== undefined && { record }) }),
  };
}
