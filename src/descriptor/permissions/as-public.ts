import type { Descriptor, Resource } from '../descriptor.ts';

/** The role of whoever reads `/api/public` without signing in; it exists in the public descriptor only. */
export const publicRole = 'public';

/**
 * The installation as everybody may read it: the resources and fields marked
 * `public` and nothing else, under the one role `public`. Asking it goes through
 * the same doors as any other role's asking, so that nothing that is not public
 * can be filtered, sorted, searched or asked for.
 */
export function toPublicDescriptor(descriptor: Descriptor): Descriptor {
  const before = made.get(descriptor);
  if (before) return before;
  const role = { name: publicRole, label: {}, all: false, devMenu: false, anonymous: true };
  const published = [...descriptor.resources.values()].filter(
    ({ publicFields }) => publicFields.length > 0,
  );
  const narrowed = {
    ...descriptor,
    roles: new Map([[publicRole, role]]),
    resources: new Map(published.map((resource) => [resource.name, toPublic(resource)])),
  };
  made.set(descriptor, narrowed);
  return narrowed;
}

// What is made once per field and resource (rules, SQL) is found by the object, so it must stay the same.
const made = new WeakMap<Descriptor, Descriptor>();

function toPublic(resource: Resource): Resource {
  const isPublic = (name: string) => resource.publicFields.includes(name);
  const sort = resource.list.sort.split(',').filter((key) => isPublic(key.replace(/^-/, '')));
  return {
    ...resource,
    fields: new Map([...resource.fields].filter(([name]) => isPublic(name))),
    list: { columns: [], filters: [], sort: sort.length > 0 ? sort.join(',') : '_id', perPage: 10 },
    children: [],
    actions: [],
    form: [],
    permissions: { [publicRole]: ['list', 'read'] },
    rowRights: {},
  };
}
