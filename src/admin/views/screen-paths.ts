import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../provider/list-query.ts';

/** The addresses of a resource's screens (`spec.md`, Routes). */
export function toListPath(resource: Resource, filter?: Filters): string {
  const search = filter === undefined ? '' : `?${toListSearch(filter)}`;
  return `${resource.path}/overview${search}`;
}

/** A list narrowed by a filter, in the form react-admin keeps a list's state in its address. */
export function toListSearch(filter: Filters): string {
  return new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
}

export function toRecordPath(resource: Resource, id: string | number): string {
  return `${resource.path}/details/${encodeURIComponent(id)}`;
}

export function toCreatePath(resource: Resource, copyOf?: string | number): string {
  const search = copyOf === undefined ? '' : `?copy=${encodeURIComponent(copyOf)}`;
  return `${resource.path}/create${search}`;
}
