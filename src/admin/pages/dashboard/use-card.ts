import { useResource } from '../../kit/use-resource.ts';
import { toListPath } from '../../kit/screen-paths.ts';
import { toListFilter } from '../../list/filters/opening-filter.ts';
import type { Filters } from '../../client/list-query.ts';
import { useMemo, useState } from 'react';
import { resourcesInFilter } from '../../../descriptor/filter/declared-filter.ts';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { useConfig } from '../../client/config.tsx';
import { usePinnedId, usePinnedOf } from '../../shell/pinned-record/use-pinned-id.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import type { AnswerKind, CardAnswer, CardContent } from '../../../contract/dashboard.ts';

export type CardState<Kind extends AnswerKind> = {
  answer: CardContent<Kind> | undefined;
  /** The request took too long, or failed. */
  trouble: 'late' | 'failed' | undefined;
  retry(): void;
};

/** The content of a card, limited to the pinned record if its resource refers to one. */
export function useCard<Kind extends AnswerKind>(card: Card & { kind: Kind }): CardState<Kind> {
  const [current] = usePinnedId();
  const search = current === undefined ? '' : `?current=${encodeURIComponent(current)}`;
  const asks = useAsked(card);
  const path = `/api/dashboard/${encodeURIComponent(card.name)}${search}`;
  const { data, error, retry } = useThrottledQuery<CardAnswer>({
    // Changes of the resource, or of resources its filter refers to, make the card load again.
    queryKey: [card.resource, 'dashboard', path],
    meta: { asks },
    path,
    pace: 'own',
  });
  const failed = error && !data ? 'failed' : undefined;
  return {
    answer: data?.timedOut === false ? (data as CardContent<Kind>) : undefined,
    trouble: data?.timedOut ? 'late' : failed,
    retry,
  };
}

const none = {};

function useAsked({ resource: name = '', filter = none }: Card): readonly string[] {
  const { descriptor, role } = useConfig();
  return useMemo(() => {
    const resource = descriptor.resources.get(name);
    return resource ? resourcesInFilter({ descriptor, role, resource }, filter) : [];
  }, [descriptor, role, name, filter]);
}

/** The list a card links to. */
export function useCardList({ resource: name, filter }: Card) {
  const { user } = useConfig();
  const view = useResource(name);
  const { field, id } = usePinnedOf(view.resource);
  const [now] = useState(() => new Date());
  return useMemo(() => {
    const { timeZone } = view.resource;
    const declared = toListFilter(view, filter ?? {}, { now, userId: user._id, timeZone });
    const own: Filters = field && id ? { ...declared, [field]: id } : declared;
    return {
      view,
      /** The address of the list with the records the card counts, filtered further. */
      pathWith: (more: Filters = {}) => toListPath(view.resource, { ...own, ...more }),
    };
  }, [view, filter, field, id, now, user._id]);
}
