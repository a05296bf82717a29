import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChangeSet } from '../../../contract/past.ts';
import { mayDo } from '../../../descriptor/access.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { openThreads, writeThread } from '../../kit/beside/open-threads.ts';
import { wayText } from '../../kit/formats/way-text.ts';
import { useTexts } from '../../messages/texts.ts';

/** What the comments of a set are opened with; undefined where the user may not comment on what it changed. */
function usePlaceOf() {
  const texts = useTexts('changes');
  const { descriptor, role } = useConfig();
  return (set: ChangeSet) => {
    const resource = [set.resource, ...set.counts.map((each) => each.resource)].find((name) => {
      const of = descriptor.resources.get(name ?? '');
      return of && mayDo(descriptor, role, of, 'comment') && mayDo(descriptor, role, of, 'read');
    });
    const title = `${wayText(texts, set)} · ${showDateTime(set.at)}`;
    return resource ? { resource, changeSet: set.id, title } : undefined;
  };
}

/** What opens the comments of a set to write one. */
export function useSetComments() {
  const placeOf = usePlaceOf();
  return (set: ChangeSet) => {
    const place = placeOf(set);
    return place && (() => writeThread(place));
  };
}

/**
 * The set in an address such as those of the inbox, with `?set=`; with `&thread=`, its comments open at this one. It may
 * be older than those that the page lists.
 */
export function useLinkedSet(): ChangeSet | undefined {
  const [query] = useSearchParams();
  const [id, thread] = [query.get('set'), query.get('thread')];
  const placeOf = usePlaceOf();
  const { data: set } = useQuery({
    queryKey: ['changes', 'set', id],
    queryFn: async ({ signal }) => {
      const path = `/api/changes/${encodeURIComponent(id ?? '')}`;
      return (await call<ChangeSet>(path, { signal })).json;
    },
    enabled: id !== null,
  });
  const open = useEffectEvent((linked: ChangeSet, at: string) => {
    const place = placeOf(linked);
    if (place) openThreads.set({ ...place, thread: at, opener: null });
  });
  useEffect(() => {
    if (set && thread !== null) open(set, thread);
  }, [set, thread]);
  return set;
}
