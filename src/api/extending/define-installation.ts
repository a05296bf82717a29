import type { ActionCode } from '../actions/define-action.ts';
import type { RouteCode } from './define-route.ts';

/** All the code and data one customer's installation adds to the product. */
export type InstallationCode = {
  /** What it adds to the screens. The server reads the names of the pages and what they need; browsers load the rest. */
  screens: { pages: Readonly<Record<string, { resources: readonly string[] }>> };
  /** The code of actions that its descriptor declares. */
  actions: readonly ActionCode[];
  /** A route exists where the descriptor declares the resources it needs. */
  routes: readonly RouteCode[];
  /** A folder of NDJSON files, named as resources: an empty database gets their records at its first start. */
  sample?: string;
};

/** The one declaration of an installation, in `src/installation/manifest.ts`. */
export function defineInstallation(code: InstallationCode): InstallationCode {
  return code;
}
