import { useNavigate } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { toSortPayload } from '../../resource/sorting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { CHOSEN_HERE } from '../keep-in-address.ts';
import { usePerPage } from '../list-pagination.tsx';
import type { ListView } from '../list-views.ts';

/** Opens a view, or the list without one. */
export function useOpenView() {
  const { resource } = useResource();
  const { descriptor, role } = useConfig();
  const [ownPerPage] = usePerPage();
  const navigate = useNavigate();
  const notifyError = useNotifyError();
  return async (view: ListView | undefined, replace = false): Promise<void> => {
    try {
      // A first list has no filter to write.
      const { filtersOf } = await import('./view-filter.ts');
      const order = toSortPayload(view?.sort ?? resource.list.sort);
      const search = new URLSearchParams({
        filter: JSON.stringify(view ? filtersOf({ descriptor, role, resource }, view) : {}),
        sort: order.field,
        order: order.order,
        page: '1',
        perPage: String(view?.perPage ?? ownPerPage),
      });
      void navigate({ search: search.toString() }, { replace, state: CHOSEN_HERE });
    } catch (error) {
      notifyError(error);
    }
  };
}
