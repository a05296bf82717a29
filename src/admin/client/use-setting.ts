import { useCallback, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import type { Language } from '../../fields/problems/languages.ts';
import { language } from '../messages/language.ts';
import { switchLanguage } from '../messages/texts.ts';
import { withProgress } from './progress.ts';
import { call } from './http.ts';
import { settings } from './settings.ts';
import { useNotifyError } from './use-notify-error.ts';
import { readView } from './account/view-as.ts';
import { saveProfile } from './account/own-user.ts';

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Milliseconds in which several changes become one request. */
const SAVE_DELAY_MS = 400;

/** Returns the value of a setting and a function that changes it; undefined means the default. */
export function useSetting<Value>(key: string) {
  const value = useSyncExternalStore(settings.subscribe, () => settings.get()[key]);
  const set = useCallback((next: Value | undefined) => change(key, next), [key]);
  return [value as Value | undefined, set] as const;
}

function change(key: string, value: unknown): void {
  const { [key]: _, ...others } = settings.get();
  settings.set(value === undefined ? others : { ...others, [key]: value });
  clearTimeout(waiting.get(key));
  waiting.set(key, setTimeout(send, SAVE_DELAY_MS, key));
}

/** Sends changes made just before the user leaves the page. */
window.addEventListener('pagehide', () => {
  for (const [key, timer] of waiting) {
    clearTimeout(timer);
    send(key, true);
  }
});

function send(key: string, isLeaving = false): void {
  waiting.delete(key);
  // Nothing of a person changes when somebody sees the app as them.
  if (readView()) return;
  const path = `/api/users/current/settings/${encodeURIComponent(key)}`;
  const value = settings.get()[key];
  const init =
    value === undefined ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify(value) };
  const headers = { 'Content-Type': 'application/json' };
  // A failed request is ignored: the setting still applies on this page, and the next change is sent again.
  call(path, { ...init, headers, keepalive: isLeaving }).catch(() => undefined);
}

/** Saves a preference to the account. It applies here at once, even if the server cannot be reached. */
export function usePreference(): (choice: { language: string } | { theme: string }) => void {
  const notifyError = useNotifyError();
  return (choice) => void saveProfile(choice).catch(notifyError);
}

/** Switches the language once its texts are loaded, here and in the account. */
export function useLanguageChoice(): (newLanguage: Language) => void {
  const notify = useNotify();
  const keep = usePreference();
  return (newLanguage) =>
    void withProgress(switchLanguage(newLanguage)).then(
      // Reads the language again, because the user may have chosen another one meanwhile.
      () => keep({ language: language() }),
      () => notify('ra.notification.i18n_error', { type: 'error' }),
    );
}
