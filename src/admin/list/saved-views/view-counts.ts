import type { ViewCounts } from '../../../contract/preferences.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { type ListView, VIEW_COUNTS } from '../list-views.ts';

/** The server counts no more views than this in one call. */
const MAX_COUNTED_VIEWS = 30;

/**
 * How many records a view shows, as text, such as `12` or `10,000+`; of the list without a view for undefined.
 * Empty while it is not known, and if counting took too long.
 */
export function useViewCounts(views: readonly ListView[]) {
  const { resource } = useResource();
  const { number } = useI18n();
  const texts = useTexts('views');
  const ids = views.slice(0, MAX_COUNTED_VIEWS).map(({ id }) => id);
  const params = new URLSearchParams({ resource: resource.name, views: ids.join(',') });
  const path = `/api/views/counts?${params}`;
  const { data } = useThrottledQuery<ViewCounts>({
    queryKey: [resource.name, VIEW_COUNTS, path],
    path,
    pace: 'shared',
  });
  return (view: ListView | undefined): string => {
    const counted = view ? data?.data[view.id] : data?.all;
    if (counted === undefined || counted.count === null) return '';
    const count = number(counted.count);
    return counted.more ? fillTemplate(texts.over, { count }) : count;
  };
}
