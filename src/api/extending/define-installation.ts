import type { ActionCode } from '../actions/define-action.ts';
import { nameOfHook, type HookCode } from '../../store/system/hooks/hook-code.ts';
import type { RouteCode } from './define-route.ts';

/** All the code and data that the installation of one customer adds to the product. */
export type InstallationCode = {
  /** Its additions to the screens. The server reads the names and needs of the pages; browsers load the rest. */
  screens: { pages: Readonly<Record<string, { resources: readonly string[] }>> };
  /** The code of the actions that its descriptor declares. */
  actions: readonly ActionCode[];
  /** The API has a route only if the descriptor declares the resources that the route needs. */
  routes: readonly RouteCode[];
  /** Code that takes part in writes to its collections, or runs at intervals. */
  hooks?: readonly HookCode[];
  /** A folder of NDJSON files, named after resources. An empty database gets their records at its first start. */
  sample?: string;
};

/**
 * The one declaration of an installation, in `src/installation/manifest.ts`.
 *
 * @throws when two hooks have the same name.
 */
export function defineInstallation(code: InstallationCode): InstallationCode {
  const names = (code.hooks ?? []).map(nameOfHook);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`Two hooks have the name ${twice}; set name in one`);
  return code;
}
