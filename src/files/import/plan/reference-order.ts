import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';

/**
 * Sorts resources in the order in which their records can be written: referenced ones first.
 * In a ring, the declared order decides. `isFollowed` selects the reference fields that count.
 */
export function orderByReferences(
  descriptor: Descriptor,
  resources: Iterable<Resource>,
  isFollowed: (field: Field) => boolean = () => true,
): Resource[] {
  const resourceSet = new Set(resources);
  const ordered = new Set<Resource>();
  const visited = new Set<Resource>();
  const visit = (resource: Resource): void => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const target of targetsOf(descriptor, resource, isFollowed)) visit(target);
    if (resourceSet.has(resource)) ordered.add(resource);
  };
  for (const resource of descriptor.resources.values())
    if (resourceSet.has(resource)) visit(resource);
  return [...ordered];
}

function targetsOf(
  descriptor: Descriptor,
  resource: Resource,
  isFollowed: (field: Field) => boolean,
): Resource[] {
  return [...resource.fields.values()].filter(isFollowed).flatMap((field) => {
    const relation = field.kind.relation?.(field.settings);
    return (relation && descriptor.resources.get(relation.to)) ?? [];
  });
}
