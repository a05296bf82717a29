import { useCallback, useSyncExternalStore } from 'react';
import { call } from './http.ts';

type Settings = Readonly<Record<string, unknown>>;

const listeners = new Set<() => void>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
let settings: Settings = {};

/** Several changes in a row are one to the server. */
const PAUSE = 400;

/** What the user has chosen for the screens, on any computer; read at the start with the configuration. */
export async function loadSettings(): Promise<void> {
  const { json } = await call<Settings>('/api/users/current/settings');
  tell(json);
}

/** One choice by its key, and how to change it; undefined is "as it comes". */
export function useSetting<Value>(
  key: string,
): [Value | undefined, (value: Value | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => settings[key]);
  const set = useCallback((next: Value | undefined) => change(key, next), [key]);
  return [value as Value | undefined, set];
}

function change(key: string, value: unknown): void {
  const { [key]: _, ...others } = settings;
  tell(value === undefined ? others : { ...others, [key]: value });
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
  const value = settings[key];
  const init =
    value === undefined ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify(value) };
  const headers = { 'Content-Type': 'application/json' };
  // It is a matter of comfort: the choice holds on this page, and the next one is sent again.
  call(path, { ...init, headers, keepalive: isLeaving }).catch(() => undefined);
}

function tell(next: Settings): void {
  settings = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
