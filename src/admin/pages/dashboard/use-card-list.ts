import { useMemo, useState } from 'react';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { useConfig } from '../../client/config.tsx';
import { usePinnedOf } from '../../shell/pinned-record/use-pinned-id.ts';
import type { Filters } from '../../client/list-query.ts';
import { toListFilter } from '../../list/filters/opening-filter.ts';
import { toListPath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';

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
