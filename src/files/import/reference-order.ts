import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';

/**
 * Resources in the order in which their records can be written: what is referred
 * to first. In a ring somebody has to be first; there the declared order decides. Of the fields
 * only those that are followed count.
 */
export function orderByReferences(
  descriptor: Descriptor,
  resources: Iterable<Resource>,
  isFollowed: (field: Field) => boolean = () => true,
): Resource[] {
  const wanted = new Set(resources);
  const ordered = new Set<Resource>();
  const visited = new Set<Resource>();
  const visit = (resource: Resource): void => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const target of targetsOf(descriptor, resource, isFollowed)) visit(target);
    if (wanted.has(resource)) ordered.add(resource);
  };
  for (const resource of descriptor.resources.values()) if (wanted.has(resource)) visit(resource);
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
