import { useMemo } from 'react';
import { mayRun, type Action } from '../../../descriptor/settings/actions.ts';
import { leadsOn } from '../../../descriptor/permissions/is-offered.ts';
import { useAsOf, type ResourceView } from '../../kit/as-of.ts';
import { useConfig } from '../../client/config.tsx';
import { useIsAnonymised } from '../use-record-rights.ts';
import { useResource } from '../../kit/use-resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** The actions of the resource that the user may run; with a record, those of its state and of the user's rights. */
export function useActions(record?: Row): readonly Action[] {
  const { descriptor, role } = useConfig();
  const view = useResource();
  const isPast = useAsOf() !== undefined;
  const isAnonymised = useIsAnonymised(record);
  return useMemo(
    () =>
      view.resource.actions.filter(
        (action) =>
          !isPast &&
          !isAnonymised &&
          mayRun(descriptor, role, view.resource, action) &&
          (record === undefined || mayAct(view, action, record)),
      ),
    [descriptor, role, view, record, isPast, isAnonymised],
  );
}

/** A step must lead on from the record's state. An action that writes this very record, by the route it has anyway, follows the permissions of its row. */
function mayAct({ resource, mayWith }: ResourceView, action: Action, record: Row): boolean {
  if (!leadsOn(action, record)) return false;
  if (action.path !== `${resource.root}/{_id}` || action.method === 'POST') return true;
  return mayWith(action.method === 'DELETE' ? 'delete' : 'update', record);
}
