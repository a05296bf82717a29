import { call } from '../client/http.ts';
import { ConfirmDialog } from '../kit/dialog-frame.tsx';
import { useSend } from '../client/use-send.ts';

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
  const { mutate, isPending } = useSend({
    send: () => call(path, { method: 'DELETE' }),
    done,
    onSettled: props.onClose,
  });
  return <ConfirmDialog {...props} isGrave isLoading={isPending} onAction={() => mutate()} />;
}
