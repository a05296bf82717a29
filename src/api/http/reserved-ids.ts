import type { Resource } from '../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Route } from './route.ts';

/**
 * What no record of the resource can be called, because an address of the API is called so already:
 * `GET /api/chems/export` is the export, and a record `export` could never be read.
 */
export function reservedIds({ root }: Resource, routes: readonly Route[]): ReadonlySet<string> {
  const below = routes.filter(({ path }) => path.startsWith(`${root}/`));
  const words = below.map(({ path }) => path.slice(root.length + 1).split('/', 1)[0] ?? '');
  return new Set(words.filter((word) => word !== '' && !word.startsWith(':')));
}

/** The problem of a new record with such an `_id`. */
export function checkNewId(
  id: string | undefined,
  resource: Resource,
  routes: readonly Route[],
): Problem[] {
  return id !== undefined && reservedIds(resource, routes).has(id)
    ? [problem('V029', '_id', { value: id })]
    : [];
}
