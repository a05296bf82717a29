import { useNotifyError } from './use-notify-error.ts';
import { saveProfile } from './own-user.ts';

/** Keeps a choice with the account. Here it holds at once, whether the server can be told or not. */
export function usePreference(): (choice: { language: string } | { theme: string }) => void {
  const notifyError = useNotifyError();
  return (choice) => void saveProfile(choice).catch(notifyError);
}
