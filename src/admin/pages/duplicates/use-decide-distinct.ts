import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';
import { decideDistinct, undoDistinct } from './duplicates.ts';

type Decided = (records: readonly string[], isUndone: boolean) => void;

/** Decides that records are not the same, and offers to undo it in the notice. */
export function useDecideDistinct(resource: Resource, onDecided: Decided) {
  const texts = useTexts('duplicates');
  const app = useTexts('app');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const undo = useUndoDistinct(resource);
  const queries = useQueryClient();
  return async (records: readonly string[]): Promise<void> => {
    try {
      const { id } = await decideDistinct(resource, records);
      onDecided(records, false);
      await queries.invalidateQueries({ queryKey: ['distinct', resource.name] });
      const takeBack = async (): Promise<void> => {
        if (id !== null && (await undo(id))) onDecided(records, true);
      };
      notify(texts.distinct, {
        type: 'success',
        ...(id !== null && {
          action: { label: app.undo.do, run: () => void takeBack() },
        }),
      });
    } catch (error) {
      notifyError(error);
    }
  };
}

/** Undoes a decision, says so, and reads the groups again; false if it was refused. */
export function useUndoDistinct(resource: Resource) {
  const texts = useTexts('duplicates');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const queries = useQueryClient();
  return async (id: string): Promise<boolean> => {
    try {
      await undoDistinct(resource, id);
      await Promise.all(
        ['distinct', 'duplicates'].map((key) =>
          queries.invalidateQueries({ queryKey: [key, resource.name] }),
        ),
      );
      notify(texts.distinctUndone);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  };
}
