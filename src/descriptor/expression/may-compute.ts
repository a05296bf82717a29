import type { Field } from '../../fields/field.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { findWay } from './find-value.ts';
import { readsOf } from './reads-of.ts';

/**
 * Whether whoever `sees` so much may see a computed field: only where they see all it reads, or its
 * values would tell what is hidden. Of a reference that is itself, and the field behind it; of a
 * count the field that refers here.
 */
export function mayCompute(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  { computed = '' }: Field,
  sees: (resource: Resource, field: string) => boolean,
): boolean {
  const { paths, counts } = readsOf(computed);
  const seesIn = (name: string, field: string): boolean => {
    const other = resources.get(name);
    return other !== undefined && sees(other, field);
  };
  return (
    paths.every((path) => {
      const way = findWay(resource, path);
      if (!way) return false;
      if ('own' in way) return sees(resource, path);
      return sees(resource, way.reference.name) && seesIn(way.to, way.rest);
    }) &&
    counts.every((path) => {
      const [name = '', field = ''] = path.split('.');
      return seesIn(name, field);
    })
  );
}
