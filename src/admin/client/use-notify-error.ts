import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from './http.ts';

/** Shows an error as a notice. Its message is already in the user's language, so it is not a key to translate. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback(
    (error) => {
      const message = messageOf(error);
      notify(message, { type: 'error' });
    },
    [notify],
  );
}
