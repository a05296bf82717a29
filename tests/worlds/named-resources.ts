import type { Resource } from '../../src/descriptor/descriptor.ts';
import type { World } from './world.ts';

/** The resources of a world as the rows of a table of tests. */
export function namedResources(world: World): [string, Resource][] {
  return world.resources.map((resource) => [resource.name, resource]);
}
