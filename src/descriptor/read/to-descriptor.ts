import type { FieldType } from '../../fields/field-type.ts';
import type { Field } from '../../fields/field.ts';
import { toText } from '../../fields/localized-text.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { toField } from '../../fields/to-field.ts';
import type { Action } from '../actions.ts';
import type { App, Child, Descriptor, Group, Resource, Role, Tab } from '../descriptor.ts';
import { toDeclaredFilter } from '../filter/declared-filter.ts';
import type { DeclaredView } from '../declared-view.ts';
import { toCard } from '../to-card.ts';
import { toHash } from '../hash.ts';
import type { Page } from '../pages.ts';
import { toPermissions } from '../permissions/permissions.ts';
import { toRules } from '../rules/to-rules.ts';
import { isTitleField } from '../title.ts';
import { toWords } from '../to-words.ts';

type Source = Readonly<Record<string, any>>;

/**
 * The declarations as the system uses them, every default filled in. Trusts its
 * source: the server has checked it (`parse-descriptor.ts`), the browser has it
 * from the server (`as-seen.ts`).
 */
export function toDescriptor(source: Source): Descriptor {
  const app = toApp(source.app ?? {}, source.resources ?? {});
  const roles: Source = source.roles ?? defaultRoles;
  return {
    app,
    roles: mapEntries(roles, (name, role) => toRole(name, role, app.languages)),
    resources: mapEntries(source.resources ?? {}, (name, resource) =>
      toResource(name, resource, app.languages),
    ),
    source,
    hash: toHash(JSON.stringify(source)),
  };
}

/** Without roles of its own an installation has the one that may everything. */
const defaultRoles = { admin: { all: true } };

function toApp(app: Source, resources: Source): App {
  return {
    title: app.title ?? 'Backoffice',
    languages: app.languages ?? ['en'],
    ...(app.publicSite === undefined ? {} : { publicSite: app.publicSite }),
    groups: (app.groups ?? []).map((group: Source) => toGroup(group, app.languages ?? ['en'])),
    pages: (app.pages ?? []).map((page: Source) => toPage(page, app.languages ?? ['en'])),
    ...(app.current === undefined ? {} : { current: app.current }),
    dashboard: (app.dashboard ?? []).map((card: Source) =>
      toCard(card, resources, app.languages ?? ['en']),
    ),
    sidebar: { background: 'black', active: 'success', ...app.sidebar },
    links: app.links ?? {},
  };
}

function toGroup({ key, label, icon }: Source, languages: readonly string[]): Group {
  return { key, label: toText(label, languages), icon: icon ?? 'folder' };
}

function toPage(page: Source, languages: readonly string[]): Page {
  const { name, path, label, help, icon, roles, group } = page;
  return {
    name,
    path,
    label: toText(label ?? toWords(name), languages),
    ...(help === undefined ? {} : { help: toText(help, languages) }),
    icon: icon ?? 'tune',
    ...(roles === undefined ? {} : { roles }),
    ...(group === undefined ? {} : { group }),
  };
}

function toRole(name: string, role: Source, languages: readonly string[]): Role {
  return {
    name,
    label: toText(role.label ?? toWords(name), languages),
    all: role.all ?? false,
    devMenu: role.devMenu ?? false,
  };
}

function toResource(name: string, resource: Source, languages: readonly string[]): Resource {
  const fields = mapEntries(resource.fields as Source, (field, declaration) =>
    toField(kindOf(declaration.type), field, declaration, languages),
  );
  const importKey: string = resource.importKey ?? '_id';
  const listed = [...fields.values()].filter(fitsInLists).map((field) => field.name);
  return {
    name,
    root: resource.root ?? `/api/${name}`,
    path: resource.path ?? `/${name}`,
    icon: resource.icon ?? 'list',
    label: toText(resource.label ?? toWords(name), languages),
    ...(resource.group === undefined ? {} : { group: resource.group }),
    title: resource.title ?? defaultTitle(fields, importKey),
    importKey,
    fields,
    list: {
      columns: resource.list?.columns ?? listed.slice(0, 6),
      filters: resource.list?.filters ?? listed,
      sort: resource.list?.sort ?? (importKey === '_id' ? '-createdAt' : importKey),
      perPage: resource.list?.perPage ?? 10,
      ...(resource.list?.filter === undefined ? {} : { filter: resource.list.filter }),
    },
    duplicates: (resource.duplicates ?? []).map(({ field, by = 'value' }: Source) => ({
      field,
      by,
    })),
    views: (resource.views ?? []).map((view: Source) => toView(view, languages)),
    form: resource.form?.map((tab: Source) => toTab(tab, languages)) ?? [
      { label: toText(generalTab, languages), fields: [...fields.keys()] },
    ],
    ...toPermissions({ name, fields }, resource.permissions ?? {}),
    actions: (resource.actions ?? []).map((action: Source) =>
      toAction(action, { name, fields }, resource.root ?? `/api/${name}`, languages),
    ),
    children: (resource.children ?? []).map((child: Source) => toChild(child, languages)),
    publicFields: resource.public?.fields ?? [],
    ...toRules({ name, fields }, resource, languages),
  };
}

function toAction(
  action: Source,
  resource: Pick<Resource, 'name' | 'fields'>,
  root: string,
  languages: readonly string[],
): Action {
  const { name, label, icon, confirm, form, roles, bulk, when, method, path } = action;
  return {
    name,
    label: toText(label ?? toWords(name), languages),
    icon: icon ?? 'tune',
    ...(confirm === undefined ? {} : { confirm: toText(confirm, languages) }),
    form: mapEntries((form?.fields ?? {}) as Source, (field, declaration) =>
      toField(kindOf(declaration.type), field, declaration, languages),
    ),
    roles: roles ?? [],
    bulk: bulk ?? false,
    ...(when === undefined ? {} : { when: toDeclaredFilter(resource, when) }),
    method: method ?? 'POST',
    path: path ?? `${root}/{_id}/${name}`,
  };
}

function toChild({ label, ...child }: Source, languages: readonly string[]): Child {
  const own = child as Child;
  return label === undefined ? own : { ...own, label: toText(label, languages) };
}

function toView({ label, ...view }: Source, languages: readonly string[]): DeclaredView {
  const { name } = view as DeclaredView;
  return { ...(view as DeclaredView), label: toText(label ?? toWords(name), languages) };
}

function toTab(tab: Source, languages: readonly string[]): Tab {
  return { label: toText(tab.tab, languages), fields: tab.fields };
}

// A record without a telling field is still called something: its `_id`.
function defaultTitle(fields: ReadonlyMap<string, Field>, importKey: string): string {
  const telling = [...fields.values()].filter(isTitleField);
  const named = telling.find((field) => field.required && field.name !== importKey);
  return `{${(named ?? telling.find((field) => field.name === importKey) ?? telling[0])?.name ?? '_id'}}`;
}

/** Objects and JSON are for the record's own page. */
function fitsInLists(field: Field): boolean {
  return field.kind.column(field.settings).sql !== 'jsonb';
}

const generalTab = { en: 'General', de: 'Allgemein' };

function kindOf(type: string): FieldType {
  return (fieldTypes as Readonly<Record<string, FieldType>>)[type]!;
}

function mapEntries<T>(
  source: Source,
  convert: (name: string, declaration: any) => T,
): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(source).map(([name, declaration]) => [name, convert(name, declaration)]),
  );
}
