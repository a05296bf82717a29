import { call } from './http.ts';
import { createPageState } from './page-state.ts';

/** The user's settings for the screens by key; the same on every computer. */
export const settings = createPageState<Readonly<Record<string, unknown>>>({});

/** Loaded at the start, together with the configuration. */
export async function loadSettings(): Promise<void> {
  settings.set((await call<Readonly<Record<string, unknown>>>('/api/users/current/settings')).json);
}
