import { call } from './http.ts';
import { createPageState } from './page-state.ts';

/** What the user has chosen for the screens, on any computer, by its key. */
export const settings = createPageState<Readonly<Record<string, unknown>>>({});

/** Read at the start with the configuration. */
export async function loadSettings(): Promise<void> {
  settings.set((await call('/api/users/current/settings')).json);
}
