import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useOfferUndo } from '../../resource/undo/use-offer-undo.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { RestoreDialog } from './trash-restore-dialog.tsx';
import { type Restored, type RestoreOrder, restoreTrashed, type TrashedRecord } from './trash.ts';
import { useSend } from '../../client/use-send.ts';

/** Restores at once what nothing stands in the way of; otherwise a dialog says what does. */
export function useRestore(onDone: () => void) {
  const { resource } = useResource();
  const { number } = useI18n();
  const { trash: own } = useTexts('changes');
  const queries = useQueryClient();
  const notify = useNotify();
  const offerUndo = useOfferUndo();
  const [blocked, setBlocked] = useState<{ rows: readonly TrashedRecord[]; dryRun: Restored }>();
  const finish = async (answer: Restored): Promise<void> => {
    setBlocked(undefined);
    onDone();
    await queries.invalidateQueries({ queryKey: [resource.name] });
    const count = answer.created;
    const message = fillTemplate(own.restored, { count: number(count) });
    const isUser = resource.name === 'users';
    if (count > 0) offerUndo(isUser ? `${message}. ${own.user}` : message, answer.changeSet);
    if (answer.failed > 0) {
      const left = fillTemplate(own.notRestored, {
        count: number(answer.failed),
      });
      notify(left, { type: 'warning' });
    }
  };
  const restore = useSend({
    send: (order: RestoreOrder) => restoreTrashed(resource, order),
    onDone: finish,
  });
  const start = useSend({
    send: async (rows: readonly TrashedRecord[]) => {
      const ids = rows.map(({ _id }) => _id);
      const dryRun = await restoreTrashed(resource, { ids, dryRun: true });
      if (dryRun.failed > 0) setBlocked({ rows, dryRun });
      else await finish(await restoreTrashed(resource, { ids }));
    },
  });
  return {
    isPending: start.isPending,
    start: (rows: readonly TrashedRecord[]) => start.mutate(rows),
    dialog: blocked && (
      <RestoreDialog
        {...blocked}
        isRestoring={restore.isPending}
        onRestore={(order) => restore.mutate(order)}
        onClose={() => setBlocked(undefined)}
      />
    ),
  };
}
