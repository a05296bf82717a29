import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from './http.ts';

/** Tells that something failed. The message is in the user's language already, so it is no key to translate. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback(
    (error) => {
      const message = messageOf(error);
      notify(message, { type: 'error', messageArgs: { _: message } });
    },
    [notify],
  );
}
