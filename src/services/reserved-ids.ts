import type { Descriptor, Resource } from '../descriptor/descriptor.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { USERS } from '../store/system/account.ts';

/** What stands in the path of a route where an `_id` would; a test compares these words with the routes of the API. */
const words = {
  all: 'bulk facets aggregates groups search lookup export import jobs recipes trash',
  users: 'login logout current forgotpassword resetpassword proveemail',
  duplicates: 'distinct duplicates merge merges',
};

/** The routes that an installation has of its own, and its descriptor. */
export type OwnPaths = {
  /** Called at each request. If it returns another object than before, the routes are made again. */
  descriptor: () => Descriptor;
  routes?: readonly { path: string }[] | undefined;
};

/**
 * The `_id`s that no record of the resource can have, because a route uses them: `GET /api/chems/export` is
 * the export, so nobody could read a record `export`.
 */
export function reservedIds(
  { root, name, duplicates }: Resource,
  { descriptor, routes = [] }: OwnPaths,
): ReadonlySet<string> {
  const actions = [...descriptor().resources.values()].flatMap((resource) => resource.actions);
  const own = [...routes, ...actions]
    .filter(({ path }) => path.startsWith(`${root}/`))
    .map(({ path }) => path.slice(root.length + 1).split('/', 1)[0] ?? '')
    .filter((word) => /^[^:{]/.test(word));
  const users = name === USERS ? words.users : '';
  const merging = duplicates.length > 0 ? words.duplicates : '';
  return new Set([...`${words.all} ${users} ${merging}`.trim().split(/ +/), ...own]);
}

/** The problem of a new record with a reserved `_id`. */
export function checkNewId(id: string | undefined, resource: Resource, own: OwnPaths): Problem[] {
  return id !== undefined && reservedIds(resource, own).has(id)
    ? [problem('V029', '_id', { value: id })]
    : [];
}
