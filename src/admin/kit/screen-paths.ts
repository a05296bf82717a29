import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../client/list-query.ts';

/** The user's own profile (specification, §2). It lies below the path of the users, but is not one of their pages. */
export const PROFILE_PATH = '/users/myprofile';

/** The addresses of a resource's screens (`spec.md`, Routes). */
export function toListPath(resource: Resource, filter?: Filters): string {
  // The form in which react-admin reads a list's state from the address.
  const search =
    filter && new URLSearchParams({ filter: JSON.stringify(withNested(filter)) }).toString();
  return `${resource.path}/overview${search ? `?${search}` : ''}`;
}

/** A condition on records that refer to these is on no field of the list: as a nested filter, a chip names it. */
function withNested(filter: Filters): Filters {
  const { nested = [], plain = [] } = Object.groupBy(Object.entries(filter), ([key]) =>
    key.startsWith('some(') ? 'nested' : 'plain',
  );
  if (nested.length === 0) return filter;
  return Object.fromEntries([...plain, ['where', Object.fromEntries(nested)]]);
}

/** `asOf`: the record as it was at this moment. */
export function toRecordPath(resource: Resource, id: string | number, asOf?: string): string {
  const query = asOf === undefined ? '' : `?${new URLSearchParams({ asOf }).toString()}`;
  return `${resource.path}/details/${encodeURIComponent(id)}${query}`;
}

/** The record with its comments open at a thread. */
export function toThreadPath(resource: Resource, id: string, thread: string): string {
  return `${toRecordPath(resource, id)}?${new URLSearchParams({ thread }).toString()}`;
}

/** An import, with its comments open at a thread. */
export function toJobPath(id: string, thread?: string | null): string {
  const query = thread ? `?${new URLSearchParams({ thread }).toString()}` : '';
  return `/tools/jobs/${encodeURIComponent(id)}${query}`;
}

/** The change sets with this one first, and its comments open at a thread. */
export function toChangeSetPath(set: string, thread?: string | null): string {
  const query = new URLSearchParams({ set, ...(thread && { thread }) });
  return `${CHANGES_PATH}?${query.toString()}`;
}

export const CHANGES_PATH = '/changes';

/** The section of a record’s page with its earlier versions. */
export function toHistoryPath(resource: Resource, id: string | number): string {
  return `${toRecordPath(resource, id)}#history`;
}

/** The values a new record starts with: none, those of another record, or the given ones. */
type CreateFrom = { copyOf?: string | number; values?: Readonly<Record<string, unknown>> };

export function toCreatePath(resource: Resource, { copyOf, values }: CreateFrom = {}): string {
  const search = new URLSearchParams({
    ...(copyOf === undefined ? {} : { copy: String(copyOf) }),
    ...(values === undefined ? {} : { values: JSON.stringify(values) }),
  });
  return `${resource.path}/create${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/** The deleted records of a resource. */
export function toTrashPath({ path }: Resource): string {
  return `${path}/trash`;
}

/** The page where the user chooses a file to import into a resource. */
export function toImportPath({ name }: Resource): string {
  return `/tools/import?${new URLSearchParams({ into: name }).toString()}`;
}

/** The structure of a collection, whatever it is called: the other pages of the structure are beside `collections`. */
export function toStructurePath(collection: string): string {
  return `/structure/collections/${collection}`;
}
