import type { Watches } from '../../contract/people/watches.ts';
import { call } from '../client/http.ts';
import { useSend } from '../client/use-send.ts';
import { useApiQuery } from '../kit/loading/query-state.tsx';

/** Whether the user watches a record, or the new records of a collection, and what changes that. */
export function useWatch(resource: string, record?: string) {
  const queryKey = ['watches', resource, record];
  const of = { resource, ...(record !== undefined && { record }) };
  const { data } = useApiQuery<Watches>(queryKey, `/api/watches?${new URLSearchParams(of)}`);
  const watch = data?.data.find((each) => each.record === (record ?? null));
  const { mutate } = useSend({
    send: () =>
      watch
        ? call(`/api/watches/${watch._id}`, { method: 'DELETE' })
        : call('/api/watches', { method: 'PUT', body: of }),
    refresh: queryKey,
  });
  return { isWatched: watch !== undefined, toggle: () => mutate() };
}
