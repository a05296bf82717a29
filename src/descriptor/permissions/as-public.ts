import type { Field } from '../../fields/type/field.ts';
import type { Descriptor, Resource } from '../descriptor.ts';

/** The role of visitors who read `/api/public` without signing in. Only the public descriptor has it. */
export const publicRole = 'public';

const publicRoles: Descriptor['roles'] = new Map([
  [
    publicRole,
    {
      name: publicRole,
      label: {},
      all: false,
      devMenu: false,
      configure: false,
      secondFactor: false,
      sessions: {},
      anonymous: true,
    },
  ],
]);

/**
 * The descriptor for everyone: only the resources, records and fields marked `public`, under
 * the role `public`. Public requests pass the same checks as those of any other role,
 * so nothing else can be filtered, sorted, searched or read.
 */
export function toPublicDescriptor(descriptor: Descriptor): Descriptor {
  const before = cache.get(descriptor);
  if (before) return before;
  const published = [...descriptor.resources.values()].filter(
    ({ publicFields }) => publicFields.length > 0,
  );
  const narrowed = {
    ...descriptor,
    roles: publicRoles,
    resources: new Map(published.map((resource) => [resource.name, toPublic(resource)])),
  };
  cache.set(descriptor, narrowed);
  return narrowed;
}

// Rules and SQL are cached by field and resource object, so a descriptor must always get the same objects.
const cache = new WeakMap<Descriptor, Descriptor>();

/**
 * The descriptor for the visitors who fill in the public form of a resource: they give the fields of the form, which
 * they need not be able to read, and choose published records. All other fields of the resource are unknown to them,
 * and get their defaults.
 */
export function toFormDescriptor(descriptor: Descriptor, resource: Resource): Descriptor {
  const { resources } = toPublicDescriptor(descriptor);
  const given = resource.publicForm?.fields ?? [];
  const fields = [...resource.fields].map(([name, field]) => {
    const { read: _, write: __, ...open } = field;
    return [name, given.includes(name) ? open : { ...field, read: [], write: [] }] as const;
  });
  const form: Resource = {
    ...resource,
    fields: new Map(fields),
    permissions: { [publicRole]: ['read', 'create'] as const },
    rowRights: {},
  };
  return {
    ...descriptor,
    roles: publicRoles,
    resources: new Map([...resources, [resource.name, form]]),
  };
}

function toPublic(resource: Resource): Resource {
  const isPublic = (name: string) => resource.publicFields.includes(name);
  const sort = resource.list.sort.split(',').filter((key) => isPublic(key.replace(/^-/, '')));
  return {
    ...resource,
    fields: new Map(
      [...resource.fields].flatMap(([name, field]) => {
        if (!isPublic(name)) return [];
        return [[name, resource.publicCounts.includes(name) ? asCounted(field) : field] as const];
      }),
    ),
    list: {
      columns: [],
      filters: [],
      indexed: [],
      colors: [],
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

/** A public count is a mere number for visitors: they may not read what it counts. */
function asCounted({ computed: _, ...field }: Field): Field {
  return field;
}
