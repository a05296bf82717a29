import type { Descriptor, Resource } from './descriptor.ts';

/** Finds the resources of a descriptor by name, for code of the installation. Throws if it does not declare one. */
export function resourceFinder({ resources }: Descriptor): (name: string) => Resource {
  return (name) => {
    const resource = resources.get(name);
    if (!resource) throw new Error(`The descriptor does not declare ${name}`);
    return resource;
  };
}
