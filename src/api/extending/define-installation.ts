import type { ActionCode } from '../actions/define-action.ts';
import { nameOfField, type FieldCode } from '../../store/system/hooks/field-code.ts';
import { nameOfHook, type HookCode } from '../../store/system/hooks/hook-code.ts';
import type { RouteCode } from './define-route.ts';

/** All the code and data that the installation of one customer adds to the product. */
export type InstallationCode = {
  /** The version of the product's side that the code is written for: the last heading of `docs/CHANGELOG.md` then. */
  writtenFor?: number;
  /** Its additions to the screens. The server reads the names; browsers load the rest. */
  screens: {
    pages: Readonly<Record<string, { resources: readonly string[] }>>;
    tabs?: readonly object[];
    replace?: readonly { part: string; resource?: string; field?: string; section?: string }[];
  };
  /** The code of the actions that its descriptor declares. */
  actions: readonly ActionCode[];
  /** The API has a route only if the descriptor declares the resources that the route needs. */
  routes: readonly RouteCode[];
  /** Code that takes part in writes to its collections, or runs at intervals. */
  hooks?: readonly HookCode[];
  /** Code that computes the values of fields. A field may read those that come before it. */
  fields?: readonly FieldCode[];
  /** A folder of NDJSON files, named after resources. An empty database gets their records at its first start. */
  sample?: string;
};

/**
 * The one declaration of an installation, in `src/installation/manifest.ts`.
 *
 * @throws when two hooks have the same name, or two codes are for the same field or part of the screens.
 */
export function defineInstallation(code: InstallationCode): InstallationCode {
  const hook = findTwice((code.hooks ?? []).map(nameOfHook));
  if (hook !== undefined) throw new Error(`Two hooks have the name ${hook}; set name in one`);
  const computed = findTwice((code.fields ?? []).map(nameOfField));
  if (computed !== undefined) throw new Error(`Two codes compute ${computed}; remove one`);
  const replaced = findTwice((code.screens.replace ?? []).map(nameOfPart));
  if (replaced !== undefined) throw new Error(`Two codes replace the ${replaced}; remove one`);
  return code;
}

function findTwice(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) < at);
}

type ReplacedPart = NonNullable<InstallationCode['screens']['replace']>[number];

function nameOfPart({ part, field, section, resource }: ReplacedPart): string {
  return [part, field, section, resource].filter((word) => word !== undefined).join(' ');
}
