import { mayDo, mayRead, mayWrite } from '../access.ts';
import { mayRun } from '../actions.ts';
import { fieldsOfFilter } from '../filter/declared-filter.ts';
import { cardsFor } from './dashboard.ts';
import { viewsFor } from '../declared-view.ts';
import { operations, type Descriptor, type Resource } from '../descriptor.ts';
import { mayOpen } from '../pages.ts';
import { titleFields } from '../title.ts';
import { parseWhere } from '../filter/where.ts';

type Source = Readonly<Record<string, any>>;

/**
 * The declarations as a role may see them, for its browser and its OpenAPI
 * document: the resources it may do something with, the fields it may read, its
 * own permissions and nobody else's. What it may not write is `readOnly`. It is
 * a source again: `toDescriptor` makes of it what the screens need, and no list,
 * form or title in it names a field that is not there.
 */
export function toSourceAsSeen(descriptor: Descriptor, role: string): Source {
  const { source } = descriptor;
  const own = descriptor.roles.get(role);
  if (own?.all) return withoutViewsOfOthers(descriptor, role);
  const seen = [...descriptor.resources.values()].filter((resource) =>
    operations.some((operation) => mayDo(descriptor, role, resource, operation)),
  );
  return {
    app: toSeenApp(descriptor, role),
    roles: own ? { [role]: source.roles?.[role] ?? {} } : {},
    resources: Object.fromEntries(
      seen.map((resource) => [resource.name, toSeen(descriptor, role, resource)]),
    ),
  };
}

/** Who may everything reads all that is declared, but a list opens with the views that are meant for them. */
function withoutViewsOfOthers({ source, resources }: Descriptor, role: string): Source {
  const narrowed = [...resources.values()].flatMap(({ name, views }) => {
    const own = viewsFor(views, role);
    if (own.length === views.length) return [];
    const declared: Source = source.resources[name];
    const isOwn = (view: Source) => own.some((each) => each.name === view.name);
    return [[name, { ...declared, views: declared.views.filter(isOwn) }] as const];
  });
  if (narrowed.length === 0) return source;
  return { ...source, resources: { ...source.resources, ...Object.fromEntries(narrowed) } };
}

/** Without who else may open a page. One of others has only its address, to be told from none at all. */
function toSeenApp(descriptor: Descriptor, role: string): Source {
  const app: Source = descriptor.source.app ?? {};
  const pages = descriptor.app.pages.map((page, index) => {
    const { roles: _, ...rest } = app.pages[index];
    const { name, path } = page;
    return mayOpen(descriptor, role, page) ? rest : { name, path, roles: [] };
  });
  const { current } = descriptor.app;
  const target = current === undefined ? undefined : descriptor.resources.get(current);
  const mayChoose = target !== undefined && mayDo(descriptor, role, target, 'list');
  return {
    ...app,
    ...(app.pages && { pages }),
    ...(app.dashboard && { dashboard: toSeenCards(descriptor, role) }),
    ...(current !== undefined && { current: mayChoose ? current : undefined }),
  };
}

/** The cards of the role, and of a list the columns it may read. */
function toSeenCards(descriptor: Descriptor, role: string): Source[] {
  return cardsFor(descriptor, role).map((card) => {
    const {
      roles: _,
      columns,
      sort,
      ...rest
    }: Source = descriptor.source.app.dashboard[descriptor.app.dashboard.indexOf(card)];
    const resource = descriptor.resources.get(card.resource ?? '');
    const sees = (path: string) => resource && mayRead(descriptor, role, resource, path);
    const names = (columns as string[] | undefined)?.filter(sees);
    const keys = String(sort ?? '')
      .split(',')
      .filter((key) => key !== '' && sees(key.replace(/^-/, '')));
    return {
      ...rest,
      ...(names && names.length > 0 ? { columns: names } : {}),
      ...(keys.length > 0 ? { sort: keys.join(',') } : {}),
    };
  });
}

function toSeen(descriptor: Descriptor, role: string, resource: Resource): Source {
  const declared: Source = descriptor.source.resources[resource.name];
  const sees = (field: string) => mayRead(descriptor, role, resource, field);
  const { importKey, list, form } = resource;
  const sort = list.sort.split(',').filter((key) => sees(key.replace(/^-/, '')));
  return {
    ...declared,
    title: titleFields(resource).every(sees) ? resource.title : '{_id}',
    importKey: sees(importKey) ? importKey : '_id',
    fields: Object.fromEntries(
      Object.entries(declared.fields as Source)
        .filter(([name]) => sees(name))
        .map(([name, field]) => [
          name,
          toSeenField(field, mayWrite(descriptor, role, resource, name)),
        ]),
    ),
    list: {
      columns: list.columns.filter(sees),
      filters: list.filters.filter(sees),
      sort: sort.length > 0 ? sort.join(',') : '_id',
      perPage: list.perPage,
      ...toSeenFilter(descriptor, role, resource, list.filter),
    },
    views: toSeenViews(descriptor, role, resource),
    duplicates: resource.duplicates.filter(({ field }) => sees(field)),
    actions: toSeenActions(descriptor, role, resource, declared),
    children: toSeenChildren(descriptor, role, declared),
    form: form
      .map((tab) => ({ tab: tab.label, fields: tab.fields.filter(sees) }))
      .filter((tab) => tab.fields.length > 0),
    permissions: { [role]: declared.permissions?.[role] ?? [] },
    unique: resource.unique.filter((fields) => fields.every(sees)),
    public: { fields: resource.publicFields.filter(sees) },
  };
}

/** Of the filter a list opens with what the role could ask for itself. */
function toSeenFilter(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  filter: Source | undefined,
): Source {
  if (!filter) return {};
  const own = Object.entries(filter).filter(
    ([key, value]) =>
      !('problems' in parseWhere({ descriptor, role, resource, where: { [key]: value } })),
  );
  return { filter: Object.fromEntries(own) };
}

/** The views that are for the role, with what it may read. */
function toSeenViews(descriptor: Descriptor, role: string, resource: Resource): Source[] {
  const sees = (field: string) => mayRead(descriptor, role, resource, field);
  return viewsFor(resource.views, role).map(({ roles: _, filter, columns, sort, ...rest }) => {
    const keys = sort?.split(',').filter((key) => sees(key.replace(/^-/, '')));
    const names = columns?.filter(sees);
    return {
      ...rest,
      ...toSeenFilter(descriptor, role, resource, filter),
      ...(keys && keys.length > 0 ? { sort: keys.join(',') } : {}),
      ...(names && names.length > 0 ? { columns: names } : {}),
    };
  });
}

/** The actions of the role; who else has them is nobody's business. */
function toSeenActions(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  declared: Source,
): Source[] {
  return resource.actions.flatMap((action, index) => {
    if (!mayRun(descriptor, role, action)) return [];
    const { roles: _, when, ...rest } = declared.actions[index];
    const asked = action.when ? fieldsOfFilter(action.when) : [];
    // What it asks of fields the role may not read is not told; its route decides.
    const isSeen = asked.every((field) => mayRead(descriptor, role, resource, field));
    return [{ ...rest, ...(when && isSeen ? { when } : {}), roles: [role] }];
  });
}

/** The child lists the role may list, with the columns it may read. */
function toSeenChildren(descriptor: Descriptor, role: string, { children = [] }: Source): Source[] {
  return (children as Source[]).flatMap((child) => {
    const target = descriptor.resources.get(child.resource)!;
    const sees = (field: string) => mayRead(descriptor, role, target, field);
    if (!mayDo(descriptor, role, target, 'list') || !sees(child.field)) return [];
    const { columns, sort, ...rest } = child;
    const seen = (columns as string[] | undefined)?.filter(sees);
    const keys = String(sort ?? '')
      .split(',')
      .filter((key) => key !== '' && sees(key.replace(/^-/, '')));
    return [
      {
        ...rest,
        ...(seen && seen.length > 0 ? { columns: seen } : {}),
        ...(keys.length > 0 ? { sort: keys.join(',') } : {}),
      },
    ];
  });
}

/** Who else may read or write the field is nobody's business. */
function toSeenField({ read: _, write: __, ...field }: Source, writable: boolean): Source {
  return writable ? field : { ...field, readOnly: true };
}
