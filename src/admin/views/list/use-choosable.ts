import { useActions } from '../../record/actions/use-actions.ts';
import { useResource } from '../../kit/use-resource.ts';

/** Whether anything can be done with a record when it is chosen in the list. */
export function useChoosable(): (record: Readonly<Record<string, unknown>>) => boolean {
  const { mayWith } = useResource();
  const hasBulkActions = useActions().some(({ bulk }) => bulk);
  return (record) => hasBulkActions || mayWith('delete', record) || mayWith('update', record);
}
