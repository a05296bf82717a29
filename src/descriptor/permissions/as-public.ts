import type { Descriptor, Resource } from '../descriptor.ts';

/** The role of visitors who read `/api/public` without signing in. Only the public descriptor has it. */
export const publicRole = 'public';

/**
 * The descriptor for everyone: only the resources, records and fields marked `public`, under
 * the role `public`. Public requests pass the same checks as those of any other role,
 * so nothing else can be filtered, sorted, searched or read.
 */
export function toPublicDescriptor(descriptor: Descriptor): Descriptor {
  const before = cache.get(descriptor);
  if (before) return before;
  const role = {
    name: publicRole,
    label: {},
    all: false,
    devMenu: false,
    secondFactor: false,
    sessions: {},
    anonymous: true,
  };
  const published = [...descriptor.resources.values()].filter(
    ({ publicFields }) => publicFields.length > 0,
  );
  const narrowed = {
    ...descriptor,
    roles: new Map([[publicRole, role]]),
    resources: new Map(published.map((resource) => [resource.name, toPublic(resource)])),
  };
  cache.set(descriptor, narrowed);
  return narrowed;
}

// Rules and SQL are cached by field and resource object, so a descriptor must always get the same objects.
const cache = new WeakMap<Descriptor, Descriptor>();

function toPublic(resource: Resource): Resource {
  const isPublic = (name: string) => resource.publicFields.includes(name);
  const sort = resource.list.sort.split(',').filter((key) => isPublic(key.replace(/^-/, '')));
  return {
    ...resource,
    fields: new Map([...resource.fields].filter(([name]) => isPublic(name))),
    list: {
      columns: [],
      filters: [],
      indexed: [],
      sort: sort.length > 0 ? sort.join(',') : '_id',
      perPage: 10,
    },
    children: [],
    actions: [],
    form: [],
    head: [],
    permissions: { [publicRole]: ['list', 'read'] },
    rowRights: resource.publicRows ? { [publicRole]: { list: resource.publicRows } } : {},
  };
}
