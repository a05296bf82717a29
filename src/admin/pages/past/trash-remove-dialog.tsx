import { DialogContentText } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { isCountMissing, TypedCount } from '../../resource/typed-count.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { removeTrashed } from './trash.ts';

type RemoveDialogProps = {
  count: number;
  what: { ids: readonly string[] } | { all: true };
  onRemoved: () => void;
  onClose: () => void;
};

/** Asks before records in the trash are deleted for good. */
export function RemoveDialog({ count, what, onRemoved, onClose }: RemoveDialogProps) {
  const { resource } = useResource();
  const { texts, number } = useI18n();
  const { trash: own, cancel } = useTexts('changes');
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [typed, setTyped] = useState('');
  const counted = { count: number(count) };
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeTrashed(resource, what),
    onSuccess: async ({ deleted }) => {
      const params = { count: number(deleted) };
      const message = fillTemplate(own.removed, params);
      notify(message, { type: 'success' });
      onRemoved();
      onClose();
      await queries.invalidateQueries({ queryKey: [resource.name, 'trash'] });
    },
    onError: notifyError,
  });
  const isAll = 'all' in what;
  return (
    <DialogFrame
      title={isAll ? own.removeAllTitle : fillTemplate(own.removeTitle, counted)}
      isGrave
      focus={isCountMissing(count, '') ? undefined : 'cancel'}
      isForm
      cancel={cancel}
      action={own.removeDo}
      isDisabled={isCountMissing(count, typed)}
      isLoading={isPending}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>
        {isAll ? fillTemplate(own.removeAllText, counted) : own.removeText}
      </DialogContentText>
      <TypedCount
        count={count}
        label={fillTemplate(texts.list.deleteType, { count: number(count) })}
        typed={typed}
        onChange={setTyped}
      />
    </DialogFrame>
  );
}
