import { useCallback, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import type { Language } from '../../fields/languages.ts';
import { language } from '../messages/language.ts';
import { switchLanguage } from '../messages/texts.ts';
import { withProgress } from './progress.ts';
import { call } from './http.ts';
import { settings } from './settings.ts';
import { useNotifyError } from './use-notify-error.ts';
import { saveProfile } from './own-user.ts';

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Several changes in a row are one to the server. */
const PAUSE = 400;

/** One choice by its key, and how to change it; undefined is "as it comes". */
export function useSetting<Value>(key: string) {
  const value = useSyncExternalStore(settings.subscribe, () => settings.get()[key]);
  const set = useCallback((next: Value | undefined) => change(key, next), [key]);
  return [value as Value | undefined, set] as const;
}

function change(key: string, value: unknown): void {
  const { [key]: _, ...others } = settings.get();
  settings.set(value === undefined ? others : { ...others, [key]: value });
  clearTimeout(waiting.get(key));
  waiting.set(key, setTimeout(send, PAUSE, key));
}

/** What is decided in the last moment of a page still arrives. */
window.addEventListener('pagehide', () => {
  for (const [key, timer] of waiting) {
    clearTimeout(timer);
    send(key, true);
  }
});

function send(key: string, isLeaving = false): void {
  waiting.delete(key);
  const path = `/api/users/current/settings/${encodeURIComponent(key)}`;
  const value = settings.get()[key];
  const init =
    value === undefined ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify(value) };
  const headers = { 'Content-Type': 'application/json' };
  // It is a matter of comfort: the choice holds on this page, and the next one is sent again.
  call(path, { ...init, headers, keepalive: isLeaving }).catch(() => undefined);
}

/** Keeps a choice with the account. Here it holds at once, whether the server can be told or not. */
export function usePreference(): (choice: { language: string } | { theme: string }) => void {
  const notifyError = useNotifyError();
  return (choice) => void saveProfile(choice).catch(notifyError);
}

/** Switches the language once its texts are loaded, here and for the account. */
export function useLanguageChoice(): (wanted: Language) => void {
  const notify = useNotify();
  const keep = usePreference();
  return (wanted) =>
    void withProgress(switchLanguage(wanted)).then(
      // Somebody may have chosen yet another one meanwhile.
      () => keep({ language: language() }),
      () => notify('ra.notification.i18n_error', { type: 'error' }),
    );
}
