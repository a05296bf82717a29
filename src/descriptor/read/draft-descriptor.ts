import type { Descriptor } from '../descriptor.ts';
import type { JsonObject } from '../json-object.ts';
import { readConditions } from './read-conditions.ts';
import { resolveSets } from './shared-sets.ts';
import { toDescriptor } from './to-descriptor.ts';

/**
 * What declarations mean that somebody is still editing, so that screens can explain them. Undefined if they have a
 * mistake that leaves it open, such as a condition that cannot be read: nothing is better than another right.
 */
export function readDraft(declared: JsonObject): Descriptor | undefined {
  const { value, problems } = resolveSets(declared);
  const conditions = readConditions(value);
  if (problems.length > 0 || conditions.flaws.length > 0) return undefined;
  try {
    const descriptor = toDescriptor(conditions.value as JsonObject);
    return [...descriptor.roles.values()].some(({ all }) => all) ? descriptor : undefined;
  } catch {
    // It expects valid declarations. The check of the draft names the problems.
    return undefined;
  }
}
