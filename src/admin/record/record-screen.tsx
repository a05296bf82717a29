import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useMemo } from 'react';
import { AccessDeniedPage } from '../kit/message-page.tsx';
import { AsOfProvider, asOfOf, readFilter } from '../kit/as-of.ts';
import type { ListState } from '../resource/record-link.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { openingView } from '../list/list-views.ts';
import type { BrowsedList } from '../client/data-provider.ts';
import { useOpeningFilter } from '../list/filters/opening-filter.ts';
import { toSortPayload } from '../resource/sorting.ts';
import { RecordSteps } from './record-steps.tsx';
import { RecordView } from './record-view.tsx';
import { RecordNavBar } from './record-header.tsx';

/** One record on a page of its own: `/chems/details/{id}`. */
export function RecordScreen() {
  const { id = '' } = useParams();
  const { resource, may } = useResource();
  const location = useLocation();
  const state = location.state as ListState | null;
  const asOf = asOfOf(location.search);
  if (!may('read')) return <AccessDeniedPage />;
  return (
    <AsOfProvider value={asOf}>
      <RecordNavBar>
        {may('list') && asOf === undefined && state?.list !== undefined && (
          <StepsInList id={id} search={state.list} />
        )}
      </RecordNavBar>
      <RecordView key={`${resource.name} ${id} ${asOf ?? ''}`} id={id} />
    </AsOfProvider>
  );
}

/** Steps through the list the user came from; a link from elsewhere has none. */
function StepsInList({ id, search }: { id: string; search: string }) {
  const { resource } = useResource();
  const navigate = useNavigate();
  const { state, search: own } = useLocation();
  const list = useBrowsedList(search);
  return (
    <RecordSteps
      id={id}
      list={list}
      // Replaces the previous record in the history, so that back leads to the list.
      onGo={(next) =>
        void navigate(`${toRecordPath(resource, next)}${own}`, {
          replace: true,
          state: state as unknown,
        })
      }
    />
  );
}

/** The list the user came from, by the query of its address; an empty query means the list as it opens. */
export function useBrowsedList(search: string): BrowsedList {
  const { resource } = useResource();
  const opening = useOpeningFilter();
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const field = params.get('sort');
    const preset = toSortPayload(openingView(resource)?.sort ?? resource.list.sort);
    return {
      filter: params.size === 0 ? opening : readFilter(params),
      sort: field ? { field, order: params.get('order') ?? 'ASC' } : preset,
    };
  }, [search, opening, resource]);
}
