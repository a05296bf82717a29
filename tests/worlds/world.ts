import type { Descriptor, Resource } from '../../src/descriptor/descriptor.ts';
import { readDescriptor } from '../../src/hosts/read/read-descriptor.ts';
import type { WorldFiles } from './worlds.ts';

export type WorldRecord = Record<string, any> & { _id: string; _version: number };

/** A world before its database: what tests are made from. */
export type World = WorldFiles & {
  /** The descriptor, read and checked. */
  declared: Descriptor;
  resources: readonly Resource[];
  /** The role that may everything. */
  admin: string;
};

export type FilledWorld = World & {
  /** All records of a resource as they are now, in the order of their `_id`. */
  records(resource: Resource): Promise<WorldRecord[]>;
};

export async function readWorld(files: WorldFiles): Promise<World> {
  const declared = await readDescriptor(files.descriptor);
  const admin = [...declared.roles.values()].find(({ all }) => all)!.name;
  return { ...files, declared, resources: [...declared.resources.values()], admin };
}
