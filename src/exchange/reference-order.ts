import type { Descriptor, Resource } from '../descriptor/descriptor.ts';

/**
 * Resources in the order in which their records can be written: what is referred
 * to first. In a ring somebody has to be first; there the declared order decides.
 */
export function orderByReferences(
  descriptor: Descriptor,
  resources: Iterable<Resource>,
): Resource[] {
  const wanted = new Set(resources);
  const ordered = new Set<Resource>();
  const visited = new Set<Resource>();
  const visit = (resource: Resource): void => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const target of targetsOf(descriptor, resource)) visit(target);
    if (wanted.has(resource)) ordered.add(resource);
  };
  for (const resource of descriptor.resources.values()) if (wanted.has(resource)) visit(resource);
  return [...ordered];
}

function targetsOf(descriptor: Descriptor, resource: Resource): Resource[] {
  return [...resource.fields.values()].flatMap((field) => {
    const relation = field.kind.relation?.(field.settings);
    return (relation && descriptor.resources.get(relation.to)) ?? [];
  });
}
