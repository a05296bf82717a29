import type { StateWriter } from '../../descriptor/rules/check-states.ts';
import type { ImportParts } from './import-parts.ts';

/**
 * Who imports, for the steps between states. Roles with `all` also bring records that are under way; a backup has
 * values of the past.
 */
export function importWriter(
  { descriptor, role, restore }: ImportParts,
  isNew: boolean,
): StateWriter | undefined {
  if (restore) return undefined;
  return { role, isNew, beginsAnywhere: descriptor.roles.get(role)?.all === true };
}
