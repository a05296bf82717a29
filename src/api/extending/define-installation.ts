import type { ActionCode } from '../actions/define-action.ts';
import type { RouteCode } from './define-route.ts';

/** All the code and data that the installation of one customer adds to the product. */
export type InstallationCode = {
  /** Its additions to the screens. The server reads the names and needs of the pages; browsers load the rest. */
  screens: { pages: Readonly<Record<string, { resources: readonly string[] }>> };
  /** The code of the actions that its descriptor declares. */
  actions: readonly ActionCode[];
  /** The API has a route only if the descriptor declares the resources that the route needs. */
  routes: readonly RouteCode[];
  /** A folder of NDJSON files, named after resources. An empty database gets their records at its first start. */
  sample?: string;
};

/** The one declaration of an installation, in `src/installation/manifest.ts`. */
export function defineInstallation(code: InstallationCode): InstallationCode {
  return code;
}
