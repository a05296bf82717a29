import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { AccessDeniedPage } from '../kit/access-denied-page.tsx';
import type { ListState } from '../kit/record-link.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { RecordSteps } from './record-steps.tsx';
import { RecordView } from './record-view.tsx';
import { RecordWay } from './record-way.tsx';
import { useWalkedList } from './use-walked-list.ts';

/** One record on a page of its own: `/chems/details/{id}`. */
export function RecordScreen() {
  const { id = '' } = useParams();
  const { resource, may } = useResource();
  const state = useLocation().state as ListState | null;
  if (!may('read')) return <AccessDeniedPage />;
  return (
    <>
      <RecordWay>
        {may('list') && state?.list !== undefined && <StepsInList id={id} search={state.list} />}
      </RecordWay>
      <RecordView key={`${resource.name} ${id}`} id={id} />
    </>
  );
}

/** On through the list one came from; by a link from elsewhere there is none. */
function StepsInList({ id, search }: { id: string; search: string }) {
  const { resource } = useResource();
  const navigate = useNavigate();
  const { state, search: own } = useLocation();
  const list = useWalkedList(search);
  return (
    <RecordSteps
      id={id}
      list={list}
      // In the place of the one before, so that back leads to the list.
      onGo={(next) =>
        void navigate(`${toRecordPath(resource, next)}${own}`, {
          replace: true,
          state: state as unknown,
        })
      }
    />
  );
}
