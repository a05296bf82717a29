import type { DescriptorFiles } from '../../src/api/api-services.ts';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';

/** A file that declares this, and cannot be written. */
export function fileOf(descriptor: Descriptor): DescriptorFiles {
  return {
    name: 'resources.json',
    read: async () => [{ path: 'resources.json', text: JSON.stringify(descriptor.source) }],
    inspect: async () => ({ descriptor, warnings: [] }),
    isWritable: async () => false,
    write: async () => false,
    follow: async () => {},
  };
}
