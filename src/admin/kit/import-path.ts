import type { Resource } from '../../descriptor/descriptor.ts';

/** Where a file for a resource is chosen. */
export function toImportPath({ name }: Resource): string {
  return `/tools/import?${new URLSearchParams({ into: name }).toString()}`;
}
