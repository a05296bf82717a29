import type { Field } from '../../fields/field.ts';
import type { Resource } from '../descriptor.ts';
import { readsOf } from './reads-of.ts';
import { findWay } from './find-value.ts';

/** Does a computed field read its own record only? Then its value changes with the record and not otherwise. */
export function isOwn(resource: Pick<Resource, 'name' | 'fields'>, field: Field): boolean {
  const { paths, counts } = readsOf(field.computed ?? '');
  return counts.length === 0 && paths.every((path) => 'own' in (findWay(resource, path) ?? {}));
}
