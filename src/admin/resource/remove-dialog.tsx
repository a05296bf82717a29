import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call } from '../client/http.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { ConfirmDialog } from '../kit/dialog-frame.tsx';

type RemoveDialogProps = {
  title: string;
  text: string;
  cancel: string;
  action: string;
  /** Says afterwards that it was done. */
  done: string;
  /** The address of the API that is called with DELETE. */
  path: string;
  onClose: () => void;
};

/** Asks before it removes something for good, and says what came of it. */
export function RemoveDialog({ path, done, ...props }: RemoveDialogProps) {
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(path, { method: 'DELETE' }),
    onSuccess: () => notify(done, { type: 'success' }),
    onError: notifyError,
    onSettled: props.onClose,
  });
  return <ConfirmDialog {...props} isGrave isLoading={isPending} onAction={() => mutate()} />;
}
