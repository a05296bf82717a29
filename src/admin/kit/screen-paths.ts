import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../client/list-query.ts';

/** The own profile (specification, §2). It lies below the users' path and is none of their pages. */
export const PROFILE_PATH = '/users/myprofile';

/** The addresses of a resource's screens (`spec.md`, Routes). */
export function toListPath(resource: Resource, filter?: Filters): string {
  // In the form react-admin keeps a list's state in its address.
  const search = filter && new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
  return `${resource.path}/overview${search ? `?${search}` : ''}`;
}

export function toRecordPath(resource: Resource, id: string | number): string {
  return `${resource.path}/details/${encodeURIComponent(id)}`;
}

/** A new record: empty, a copy of another one, or with values to begin with. */
type CreateFrom = { copyOf?: string | number; values?: Readonly<Record<string, unknown>> };

export function toCreatePath(resource: Resource, { copyOf, values }: CreateFrom = {}): string {
  const search = new URLSearchParams({
    ...(copyOf === undefined ? {} : { copy: String(copyOf) }),
    ...(values === undefined ? {} : { values: JSON.stringify(values) }),
  });
  return `${resource.path}/create${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/** Where a file for a resource is chosen. */
export function toImportPath({ name }: Resource): string {
  return `/tools/import?${new URLSearchParams({ into: name }).toString()}`;
}
