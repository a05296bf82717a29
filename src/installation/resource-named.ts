import type { Resource } from '../api/extending.ts';

/** Returns a resource that a route or a page needs. It exists only if the resource is declared. */
export function resourceNamed(
  { resources }: { resources: ReadonlyMap<string, Resource> },
  name: string,
): Resource {
  const resource = resources.get(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return resource;
}
