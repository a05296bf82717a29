import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import type { Field, NestedFilter } from '../../fields/type/field.ts';
import type { FieldSource } from '../../fields/type/to-field.ts';
import { mayDo, mayRead, mayWrite, referenceKey } from '../access.ts';
import { mayRun } from '../settings/actions.ts';
import { isKnownInMemory } from '../filter/declared-filter.ts';
import { seesCondition } from '../filter/sees-condition.ts';
import { cardsFor } from './dashboard.ts';
import { viewsFor } from '../settings/views.ts';
import { operations, type Descriptor, type Resource } from '../descriptor.ts';
import type { DescriptorSource, ResourceSource } from '../settings/descriptor-settings.ts';
import { mayOpen } from '../settings/pages.ts';
import { parseShownAs } from '../shown-as.ts';
import { parseTitle, SEPARATOR } from '../title.ts';
import { toSeenChecks, toSeenColors, toSeenRules } from './visible-rules.ts';
import { pathsOf } from '../filter/tokens.ts';
import { findLink, visibleTo } from '../relations.ts';
import { parseWhere, readWhere } from '../filter/where.ts';
import { declarationOf } from '../declaration-of.ts';

/**
 * The declarations that a role may see, for its browser and its OpenAPI document: only the resources
 * it may use, the fields it may read and its own permissions. Fields it may not write are `readOnly`.
 * The result is a valid source for `toDescriptor`: no list, form or title in it names a missing field.
 */
export function toVisibleSource(descriptor: Descriptor, role: string): DescriptorSource {
  const { source } = descriptor;
  const own = descriptor.roles.get(role);
  if (own?.all) return withoutViewsOfOthers(descriptor, role);
  const seen = [...descriptor.resources.values()].filter((resource) =>
    operations.some((operation) => mayDo(descriptor, role, resource, operation)),
  );
  return {
    app: toSeenApp(descriptor, role),
    // A key has fewer rights than its role, so it never has all of them.
    roles: own ? { [role]: { ...source.roles?.[role], ...(own.narrowing && { all: false }) } } : {},
    resources: Object.fromEntries(
      seen.map((resource) => [resource.name, toSeen(descriptor, role, resource)]),
    ),
  };
}

/** A role with `all` sees all declarations, except views that are meant for other roles. */
function withoutViewsOfOthers(
  { app, source, resources }: Descriptor,
  role: string,
): DescriptorSource {
  const narrowed = [...resources.values()].flatMap(({ name, views }) => {
    const own = viewsFor(views, role);
    if (own.length === views.length) return [];
    const declared = declarationOf({ source }, name);
    const isOwn = (view: { name: string }) => own.some((each) => each.name === view.name);
    return [[name, { ...declared, views: declared.views?.filter(isOwn) }] as const];
  });
  return {
    ...source,
    // The browser has another time zone than the server that is the default.
    app: { ...source.app, timeZone: app.timeZone },
    resources: { ...source.resources, ...Object.fromEntries(narrowed) },
  };
}

/** The app without the roles of pages. A page of other roles is reduced to its address, so that the browser knows it exists. */
function toSeenApp(descriptor: Descriptor, role: string): DescriptorSource['app'] {
  const app = descriptor.source.app ?? {};
  const mayList = (name: string | undefined): boolean => {
    const resource = descriptor.resources.get(name ?? '');
    return resource !== undefined && mayDo(descriptor, role, resource, 'list');
  };
  const pages = app.pages?.map(({ roles: _, fills, ...rest }, index) => {
    const { name, path } = rest;
    return mayOpen(descriptor, role, requireItem(descriptor.app.pages, index))
      ? { ...rest, ...(mayList(fills) && { fills }) }
      : { name, path, roles: [] };
  });
  const { current } = descriptor.app;
  return {
    ...app,
    timeZone: descriptor.app.timeZone,
    ...(pages && { pages }),
    ...(app.dashboard && { dashboard: toSeenCards(descriptor, role, app.dashboard) }),
    ...(current !== undefined && { current: mayList(current) ? current : undefined }),
  };
}

type CardSource = NonNullable<NonNullable<DescriptorSource['app']>['dashboard']>[number];

/** The dashboard cards for the role, with only the columns and sort keys that it may read. */
function toSeenCards(descriptor: Descriptor, role: string, declared: readonly CardSource[]) {
  return cardsFor(descriptor, role).map((card): CardSource => {
    const { roles: _, ...rest } = requireItem(declared, descriptor.app.dashboard.indexOf(card));
    const resource = descriptor.resources.get(card.resource ?? '');
    return withSeen(rest, (path) => !!resource && mayRead(descriptor, role, resource, path));
  });
}

function toSeen(descriptor: Descriptor, role: string, resource: Resource): ResourceSource {
  const declared = declarationOf(descriptor, resource.name);
  const sees = (field: string) => mayRead(descriptor, role, resource, field);
  const { list } = resource;
  const sort = list.sort.split(',').filter((key) => sees(key.replace(/^-/, '')));
  return {
    ...declared,
    title: toSeenTitle(resource, sees),
    importKey: [...referenceKey(descriptor, role, resource)],
    order: resource.order !== undefined && sees(resource.order) ? resource.order : undefined,
    fields: Object.fromEntries(
      Object.entries(declared.fields)
        .filter(([name]) => sees(name))
        .map(([name, field]) => [
          name,
          toSeenField(
            { ...field, ...toSeenRules(descriptor, role, resource, name) },
            requireEntry(resource.fields, name),
            { writable: mayWrite(descriptor, role, resource, name), sees },
          ),
        ]),
    ),
    list: {
      columns: list.columns.filter(sees),
      filters: list.filters.filter(sees),
      sort: sort.length > 0 ? sort.join(',') : '_id',
      perPage: list.perPage,
      ...toSeenFilter(descriptor, role, resource, list.filter),
      colors: toSeenColors(descriptor, role, resource, declared.list?.colors),
    },
    views: toSeenViews(descriptor, role, resource),
    duplicates: resource.duplicates.filter(({ field }) => sees(field)),
    actions: toSeenActions(descriptor, role, resource, declared.actions),
    children: toSeenChildren(descriptor, role, declared.children),
    form: toSeenForm(resource, sees),
    permissions: { [role]: toSeenRights(descriptor, role, resource) },
    checks: toSeenChecks(descriptor, role, resource, declared.checks),
    unique: (declared.unique ?? []).filter((fields) => fields.every(sees)),
    indexes: [],
    // The database judges it; forms show its message.
    noOverlap: [],
    public: { fields: resource.publicFields.filter(sees) },
  };
}

/**
 * The rights of the role without the parts of their filters that are about other records: the browser may lack those
 * records, so the server decides (`GET {root}/{id}/access`). An empty filter says that there is one.
 */
function toSeenRights(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
): NonNullable<ResourceSource['permissions']>[string] {
  const { resources } = descriptor;
  const rights = declarationOf(descriptor, resource.name).permissions?.[role] ?? [];
  const may = (operation: string) =>
    operations.some((each) => each === operation && mayDo(descriptor, role, resource, each));
  const isNarrowed = descriptor.roles.get(role)?.narrowing !== undefined;
  if (Array.isArray(rights)) return isNarrowed ? operations.filter(may) : rights;
  const isOwn = (filter: NestedFilter): boolean => {
    const read = readWhere({ resource, resources }, filter);
    return !('filter' in read) || isKnownInMemory(resource, read.filter);
  };
  const toOwn = (right: unknown) =>
    typeof right === 'object' && right !== null
      ? Object.fromEntries(Object.entries(right).filter(([key, value]) => isOwn({ [key]: value })))
      : right;
  return Object.fromEntries(
    Object.entries(rights)
      .filter(([operation]) => !isNarrowed || may(operation))
      .map(([operation, right]) => [operation, toOwn(right)]),
  );
}

function toSeenForm({ form, head, layout }: Resource, sees: (field: string) => boolean) {
  const tabs = form
    .map((tab) => ({ tab: tab.label, fields: tab.fields.filter(sees) }))
    .filter((tab) => tab.fields.length > 0);
  const seen = head.filter(sees);
  return { layout, ...(seen.length > 0 && { head: seen }), tabs };
}

/** The parts of a title whose fields the role may read. */
function toSeenTitle({ title }: Resource, sees: (field: string) => boolean): string {
  const seen = title
    .split(SEPARATOR)
    .filter((group) => parseTitle(group).every((part) => 'text' in part || sees(part.field)));
  return seen.length > 0 ? seen.join(SEPARATOR) : '{_id}';
}

/** Whether the role could set the whole filter itself. */
export function seesFilter(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  where: NestedFilter | undefined,
): boolean {
  return !where || !('problems' in parseWhere({ descriptor, role, resource, where }));
}

/**
 * The conditions of a declared filter that the role could set itself. Without the others, the list would show other
 * records than those meant, so it says that they are dropped.
 */
function toSeenFilter(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  filter: NestedFilter | undefined,
): { filter?: NestedFilter; dropped?: readonly 'where'[] } {
  if (!filter) return {};
  const own = Object.entries(filter).filter(([key, value]) =>
    seesFilter(descriptor, role, resource, { [key]: value }),
  );
  return {
    filter: Object.fromEntries(own),
    ...(!seesFilter(descriptor, role, resource, filter) && { dropped: ['where'] }),
  };
}

/** The views for the role, with only the columns and sort keys that it may read. */
function toSeenViews(descriptor: Descriptor, role: string, resource: Resource) {
  const sees = (field: string) => mayRead(descriptor, role, resource, field);
  return viewsFor(resource.views, role).map((view) => {
    const { roles: _, filter, default: isFirst, shownAs, ...rest } = view;
    const by = shownAs && parseShownAs(shownAs);
    return {
      ...withSeen(rest, sees),
      ...(isFirst && { default: true }),
      ...(by && [by.field, by.end ?? by.field, by.rows ?? by.field].every(sees) && { shownAs }),
      ...toSeenFilter(descriptor, role, resource, filter),
    };
  });
}

/** The actions that the role may run, without the other roles that may run them. */
function toSeenActions(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  declared: ResourceSource['actions'] = [],
) {
  return declared.flatMap(({ roles: _, when, ...rest }, index) => {
    const action = requireItem(resource.actions, index);
    if (!mayRun(descriptor, role, resource, action)) return [];
    // A condition on fields that the role may not read stays hidden; the route decides.
    const isSeen = seesCondition(descriptor, role, resource, action);
    return [{ ...rest, ...(when && isSeen ? { when } : {}), roles: [role] }];
  });
}

/** The child lists that the role may list, with the columns it may read. */
function toSeenChildren(
  descriptor: Descriptor,
  role: string,
  children: ResourceSource['children'] = [],
) {
  return children.flatMap((child) => {
    const target = requireEntry(descriptor.resources, child.resource);
    const sees = (field: string) => mayRead(descriptor, role, target, field);
    const link = findLink(visibleTo(descriptor, role), target, child.field);
    if (!mayDo(descriptor, role, target, 'list') || !link) return [];
    return [withSeen(child, sees)];
  });
}

/** Keeps only the columns and sort keys that the role may read, and omits either one if nothing is left. */
function withSeen<Shown extends { columns?: readonly string[]; sort?: string }>(
  { columns, sort, ...rest }: Shown,
  sees: (path: string) => boolean,
): Omit<Shown, 'columns' | 'sort'> & { columns?: string[]; sort?: string } {
  const names = columns?.filter(sees) ?? [];
  const keys = sort?.split(',').filter((key) => sees(key.replace(/^-/, ''))) ?? [];
  return {
    ...rest,
    ...(names.length > 0 && { columns: names }),
    ...(keys.length > 0 && { sort: keys.join(',') }),
  };
}

/**
 * A field without the other roles that may read or write it. Who may not choose the record of a reference does not see
 * which records could be chosen: the filter may use fields that the role may not read. Nor does a role see the name of
 * a parent of numbers, or what a default is derived from, that it may not read.
 */
function toSeenField(
  { read: _, write: __, filter, per, default: preset, ...rest }: FieldSource,
  field: Field,
  { writable, sees }: { writable: boolean; sees: (field: string) => boolean },
): FieldSource {
  const parent = typeof field.numbering?.per === 'object' ? field.numbering.per.reference : '';
  const seesIf = (path = '') => path === '' || sees(path);
  return {
    ...rest,
    ...(preset !== undefined && pathsOf(field).every(sees) && { default: preset }),
    ...(per !== undefined && seesIf(parent) && { per }),
    ...(writable ? filter !== undefined && { filter } : { readOnly: true }),
  };
}
