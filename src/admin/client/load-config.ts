import type { Config } from '../../contract/meta.ts';
import { call } from './http.ts';
import type { OwnUser } from './account/own-user.ts';
import { saveUser } from './account/session.ts';
import { readView } from './account/view-as.ts';
import { loadSettings } from './settings.ts';

/** What the server returns to the signed-in user before anything is rendered. */
export type LoadedConfig = { user: OwnUser; config: Config };

/** Reads the user, the configuration (specification, §2) and the settings at once, since all are always needed. */
export async function loadConfig(): Promise<LoadedConfig> {
  const userCall = call<OwnUser>('/api/users/current');
  const configCall = call<LoadedConfig['config']>('/api/config');
  const [user, config] = await Promise.all([userCall, configCall, loadSettings()]);
  // The name or the role may have changed since the sign-in.
  if (!readView()) saveUser(user.json);
  return { user: user.json, config: config.json };
}
