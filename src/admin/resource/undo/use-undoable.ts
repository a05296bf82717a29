import { useConfig } from '../../client/config.tsx';
import { addStep, stepsKey } from '../../client/undo-steps.ts';
import { useResource } from '../../kit/use-resource.ts';

/** Remembers a change set of this tab for Ctrl+Z in the list; false if the user may not undo such changes. */
export function useUndoable(): (
  did: 'update' | 'delete',
  changeSet: string | undefined,
  records?: number,
) => changeSet is string {
  const { resource, may } = useResource();
  const { user } = useConfig();
  return (did, changeSet, records = 1): changeSet is string => {
    const mayUndo = did === 'update' ? may('update') : may('create') && resource.trash.days > 0;
    if (changeSet === undefined || !mayUndo) return false;
    addStep(stepsKey(user, resource), changeSet, { did, records, cells: 0 });
    return true;
  };
}
