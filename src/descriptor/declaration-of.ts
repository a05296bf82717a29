import { requireValue } from '../fields/require-entry.ts';
import type { Descriptor } from './descriptor.ts';
import type { ResourceSource } from './settings/descriptor-settings.ts';

/** What the file declares of a resource that it has. */
export function declarationOf(
  { source }: Pick<Descriptor, 'source'>,
  resource: string,
): ResourceSource {
  return requireValue(source.resources[resource], resource);
}
