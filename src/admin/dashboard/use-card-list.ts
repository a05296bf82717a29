import { useMemo, useState } from 'react';
import type { Card } from '../../descriptor/dashboard.ts';
import { useConfig } from '../config.tsx';
import { useCurrentOf } from '../current/use-current-id.ts';
import type { Filters } from '../provider/list-query.ts';
import { toListFilter } from '../views/list/opening-filter.ts';
import { toListPath } from '../views/screen-paths.ts';
import { useResource, type ResourceView } from '../views/use-resource.ts';

export type CardList = {
  view: ResourceView;
  /** The address of the list of what the card counts, narrowed further. */
  pathWith(more?: Filters): string;
};

/** The list a card leads to. */
export function useCardList({ resource: name, filter }: Card): CardList {
  const { user } = useConfig();
  const view = useResource(name);
  const { field, id } = useCurrentOf(view.resource);
  const [now] = useState(() => new Date());
  return useMemo(() => {
    const declared = toListFilter(view, filter ?? {}, { now, userId: user._id });
    const own: Filters = field && id ? { ...declared, [field]: id } : declared;
    return {
      view,
      pathWith: (more = {}) => {
        const all = { ...own, ...more };
        return toListPath(view.resource, all);
      },
    };
  }, [view, filter, field, id, now, user._id]);
}
