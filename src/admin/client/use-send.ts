import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useNotifyError } from './use-notify-error.ts';

type Sending<Answer, Order> = {
  send: (order: Order) => Promise<Answer>;
  /** The text that says that it is done. */
  done?: string | ((answer: Answer, order: Order) => string);
  /** The queries that are read again afterwards, whatever the answer was. */
  refresh?: QueryKey;
  onDone?: (answer: Answer, order: Order) => unknown;
  /** Runs whatever the answer was, also when the user has left the page or closed the dialog meanwhile. */
  onSettled?: () => void;
};

/** Changes something on the server. A notice says that it is done, or why it is not. */
export function useSend<Answer, Order = void>(sending: Sending<Answer, Order>) {
  const { send, done, refresh, onDone, onSettled } = sending;
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer: Answer, order: Order) => {
      const text = typeof done === 'function' ? done(answer, order) : done;
      if (text !== undefined) notify(text, { type: 'success' });
      await onDone?.(answer, order);
    },
    onError: notifyError,
    onSettled: () => {
      onSettled?.();
      return refresh && queries.invalidateQueries({ queryKey: refresh });
    },
  });
}
