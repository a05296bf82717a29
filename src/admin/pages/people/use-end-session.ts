import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';

/** Ends one of the sessions at a path, or all of them without an id, and reads the list again. */
export function useEndSession(path: string, queryKey: QueryKey, endedAll: string) {
  const { profile: texts } = useTexts('people');
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      await call(id === undefined ? path : `${path}/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      });
    },
    onSuccess: (_, id) => {
      const done = id === undefined ? endedAll : texts.ended;
      notify(done, { type: 'success' });
    },
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
