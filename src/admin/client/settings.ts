import { call } from './http.ts';

type Settings = Readonly<Record<string, unknown>>;

const listeners = new Set<() => void>();
let settings: Settings = {};

/** What the user has chosen for the screens, on any computer; read at the start with the configuration. */
export async function loadSettings(): Promise<void> {
  keepSettings((await call<Settings>('/api/users/current/settings')).json);
}

export function settingsNow(): Settings {
  return settings;
}

export function keepSettings(next: Settings): void {
  settings = next;
  for (const listener of listeners) listener();
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
