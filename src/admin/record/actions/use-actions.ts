import { useMemo } from 'react';
import { mayRun, type Action } from '../../../descriptor/actions.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useConfig } from '../../client/config.tsx';
import { useResource, type ResourceView } from '../../kit/use-resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** The actions of the resource that the user may run; with a record, those that it does not refuse. */
export function useActions(record?: Row): readonly Action[] {
  const { descriptor, role } = useConfig();
  const view = useResource();
  const isPast = useAsOf() !== undefined;
  return useMemo(
    () =>
      view.resource.actions.filter(
        (action) =>
          !isPast &&
          mayRun(descriptor, role, action) &&
          (record === undefined || mayAct(view, action, record)),
      ),
    [descriptor, role, view, record, isPast],
  );
}

/** An action that writes this very record, by the route it has anyway, follows the permissions of its row. */
function mayAct({ resource, mayWith }: ResourceView, action: Action, record: Row): boolean {
  if (action.path !== `${resource.root}/{_id}` || action.method === 'POST') return true;
  return mayWith(action.method === 'DELETE' ? 'delete' : 'update', record);
}
