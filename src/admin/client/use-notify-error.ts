import { useCallback } from 'react';
import { useNotify } from 'react-admin';

/** Tells that something failed. The message is in the user's language already, so it is no key to translate. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback(
    (error) => {
      const message = error instanceof Error ? error.message : String(error);
      notify(message, { type: 'error', messageArgs: { _: message } });
    },
    [notify],
  );
}
