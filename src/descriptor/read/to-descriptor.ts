import { requireEntry, requireValue } from '../../fields/require-entry.ts';
import type { FieldType } from '../../fields/type/field-type.ts';
import type { Field, NestedFilter, Text } from '../../fields/type/field.ts';
import { toText } from '../../fields/problems/localized-text.ts';
import { numberedFields } from '../../fields/type/numbering.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { ownTimeZone } from '../../fields/text/time-zone.ts';
import { toField } from '../../fields/type/to-field.ts';
import { cardLimits, type Card, type cardSettings } from '../settings/cards.ts';
import type { Child, Descriptor, Resource } from '../descriptor.ts';
import {
  descriptorSettings,
  type DescriptorSource,
  type ResourceSource,
} from '../settings/descriptor-settings.ts';
import { readDeclared, toDeclaredFilter } from '../filter/declared-filter.ts';
import { seeingAll } from '../filter/filter.ts';
import { toHash } from '../hash.ts';
import type { JsonObject } from '../json-object.ts';
import { toPermissions } from '../permissions/permissions.ts';
import { toRate } from '../settings/public-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { toRules } from '../rules/rules.ts';
import { mightyRoles, toFieldStates } from '../rules/states.ts';
import { applyDefaults, type WithDefaults } from '../settings/settings.ts';
import { isTitleField, SEPARATOR } from '../title.ts';
import type { DeclaredView } from '../settings/views.ts';
import { markBranches, treeOf, type Tree } from '../tree.ts';
import { nameToLabel } from '../name-to-label.ts';
import { linkResources, type Unlinked } from './link-resources.ts';

/**
 * Converts the declarations into a descriptor with all defaults filled in. It expects valid declarations: the
 * server has checked them (`parse-descriptor.ts`), and the browser gets them from the server (`visible-source.ts`).
 */
export function toDescriptor(declared: JsonObject): Descriptor {
  const source = declared as DescriptorSource;
  const languages = source.app?.languages ?? ['en'];
  const { app, roles } = applyDefaults(descriptorSettings, source, languages);
  const timeZone = app.timeZone ?? ownTimeZone();
  const named = mapEntries(source.resources, (name, { fields }) => ({
    name,
    fields: toFields(fields, languages),
  }));
  markBranches(named);
  const labelOf = (label: Text | undefined, name: string) => label ?? toLabel(name, languages);
  return {
    app: {
      ...app,
      timeZone,
      pages: app.pages.map((page) => ({ ...page, label: labelOf(page.label, page.name) })),
      dashboard: (app.dashboard ?? []).map((card) => toCard(card, source, languages)),
    },
    roles: mapEntries(roles, (name, role) => ({ ...role, name, label: labelOf(role.label, name) })),
    resources: linkResources(
      mapEntries(source.resources, (name, resource) =>
        toResource(requireEntry(named, name), resource, {
          languages,
          timeZone,
          resources: named,
          mighty: mightyRoles(roles),
        }),
      ),
    ),
    source,
    hash: toHash(JSON.stringify(source)),
  };
}

function toCard(
  card: WithDefaults<typeof cardSettings>,
  { resources }: DescriptorSource,
  languages: readonly string[],
): Card {
  const { name, kind, resource = '', every } = card;
  // Without a label, a count has the label of the resource it counts.
  const label =
    kind === 'count'
      ? toText(resources[resource]?.label ?? nameToLabel(resource), languages)
      : toLabel(name, languages);
  return { label, limit: every === 'month' ? 12 : cardLimits[kind], ...card };
}

type Named = Pick<Resource, 'name' | 'fields'>;

type InstallationSettings = {
  languages: readonly string[];
  timeZone: string;
  resources: ReadonlyMap<string, Named>;
  mighty: readonly string[];
};

function toResource(
  named: Named,
  declared: ResourceSource,
  { languages, timeZone, resources, mighty }: InstallationSettings,
): Unlinked {
  const { name, fields } = named;
  const settings = applyDefaults(resourceSettings, declared, languages);
  const { list, public: published, checks: _, ...rest } = settings;
  const importKey = [settings.importKey].flat();
  const tree = treeOf(named);
  const root = settings.root ?? `/api/${name}`;
  const rights = toPermissions(named, settings.permissions, resources);
  const states = toFieldStates({ ...named, ...rights, root }, { mighty, languages, resources });
  return {
    ...rest,
    name,
    timeZone,
    root,
    path: settings.path ?? `/${name}`,
    label: settings.label ?? toLabel(name, languages),
    title: settings.title ?? defaultTitle(fields, importKey),
    importKey,
    fields,
    ...(tree && { tree }),
    children: withBranches(settings.children, name, tree),
    list: {
      ...toListSettings(fields, settings),
      ...droppedOf(declared.list),
      colors: list.colors.map((color) => ({
        ...color,
        when: toDeclaredFilter(named, color.when, resources),
      })),
    },
    views: settings.views.map((view, index) => ({
      ...view,
      label: view.label ?? toLabel(view.name, languages),
      ...droppedOf(declared.views?.[index]),
    })),
    ...toRecordPage(settings.form, fields, languages),
    ...rights,
    states,
    actions: [
      ...settings.actions.map(({ form, when, ...action }) => ({
        ...action,
        label: action.label ?? toLabel(action.name, languages),
        form: toFields(form?.fields ?? {}, languages),
        ...(when && { when: readDeclared({ resource: named, resources }, when) }),
        path: action.path ?? `${root}/{_id}/${action.name}`,
      })),
      ...[...states.values()].flatMap(({ transitions }) => transitions),
    ],
    ...toPublished(named, published, resources),
    ...toRules(named, resources, {
      ...settings,
      unique: [...settings.unique, ...uniquePerParent(fields)],
    }),
  };
}

/** What of a resource is open to everybody. */
function toPublished(
  named: Named,
  published: WithDefaults<typeof resourceSettings>['public'],
  resources: InstallationSettings['resources'],
): Pick<Unlinked, 'publicFields' | 'publicCounts' | 'publicRows' | 'publicForm'> {
  const { fields = [], counts = [], where, create } = published ?? {};
  const toFilter = (filter: NestedFilter) => toDeclaredFilter(named, filter, resources);
  return {
    publicFields: [...new Set([...fields, ...counts])],
    publicCounts: counts,
    ...(where && { publicRows: { unresolved: seeingAll(toFilter(where).unresolved) } }),
    ...(create && {
      publicForm: {
        fields: create.fields,
        rate: toRate(create.rate),
        ...(create.confirm !== undefined && { confirm: create.confirm }),
        ...(create.when && { when: toFilter(create.when) }),
      },
    }),
  };
}

function toListSettings(
  fields: ReadonlyMap<string, Field>,
  {
    order,
    list: { colors: _, ...list },
    importKey: declaredKey,
  }: Pick<WithDefaults<typeof resourceSettings>, 'importKey' | 'list' | 'order'>,
): Omit<Unlinked['list'], 'dropped' | 'colors'> {
  const importKey = [declaredKey].flat();
  // An order by the titles of other records has no index.
  const hasKey = importKey.every(
    (name) => fields.get(name)?.kind.relation === undefined && name !== '_id',
  );
  // Objects and JSON are shown on the page of a record only.
  const listed = [...fields.values()].filter(
    ({ kind, settings }) => kind.column(settings).sql !== 'jsonb',
  );
  // Texts take the most space, and people search them by a part, which an index of values does not find. The search
  // looks up whole identifiers first.
  const isIdentifier = ({ kind, settings, search }: Field) =>
    search && kind.recognizes !== undefined && (kind.hasForm?.(settings) ?? true);
  const indexed = listed.filter(
    (field) => !field.kind.filter.operators.includes('contains') || isIdentifier(field),
  );
  const namesOf = (some: readonly Field[]) => some.map(({ name }) => name);
  return {
    columns: namesOf(listed.slice(0, 6)),
    filters: namesOf(listed),
    indexed: list.filters ?? namesOf(indexed),
    sort: order ?? (hasKey ? importKey.join() : '-createdAt'),
    ...list,
  };
}

function toRecordPage(
  form: WithDefaults<typeof resourceSettings>['form'],
  fields: ReadonlyMap<string, Field>,
  languages: readonly string[],
): Pick<Unlinked, 'head' | 'layout' | 'form'> {
  const isOnlyTabs = form !== undefined && 'length' in form;
  const page = isOnlyTabs ? undefined : form;
  const tabs = isOnlyTabs ? form : form?.tabs;
  return {
    head: page?.head ?? [],
    layout: page?.layout ?? 'sections',
    form: tabs?.map(({ tab, fields: shown }) => ({ label: tab, fields: shown })) ?? [
      { label: toText(generalTab, languages), fields: [...fields.keys()] },
    ],
  };
}

/** The page of a record in a tree lists those below it, unless the descriptor says how. */
function withBranches(
  children: readonly Child[],
  name: string,
  tree: Tree | undefined,
): readonly Child[] {
  const isDeclared = children.some(
    (child) => child.resource === name && child.field === tree?.field,
  );
  return !tree || isDeclared
    ? children
    : [{ resource: name, field: tree.field, inline: false }, ...children];
}

/** Numbers that begin again for each parent are unique together with it. */
function uniquePerParent(fields: ReadonlyMap<string, Field>): string[][] {
  return numberedFields({ fields }).flatMap(({ name, numbering: { per } }) =>
    typeof per === 'object' && fields.has(per.reference) ? [[per.reference, name]] : [],
  );
}

function toFields(
  declared: Readonly<Record<string, { type: string }>>,
  languages: readonly string[],
): ReadonlyMap<string, Field> {
  return mapEntries(declared, (name, field) =>
    toField(requireValue(kinds[field.type], field.type), name, field, languages),
  );
}

function toLabel(name: string, languages: readonly string[]): Text {
  return toText(nameToLabel(name), languages);
}

// The title of a record without a descriptive field is its `_id`.
function defaultTitle(fields: ReadonlyMap<string, Field>, importKey: readonly string[]): string {
  // Of a key with several parts, none says which record it is.
  if (importKey.length > 1) return importKey.map((name) => `{${name}}`).join(SEPARATOR);
  const descriptive = [...fields.values()].filter(isTitleField);
  const isKey = ({ name }: Field) => importKey.includes(name);
  const named = descriptive.find((field) => field.required && !isKey(field));
  return `{${(named ?? descriptive.find(isKey) ?? descriptive[0])?.name ?? '_id'}}`;
}

/** The title of the section of a form that declares none. */
export const generalTab = { en: 'General', de: 'Allgemein' };

const kinds: Readonly<Record<string, FieldType>> = fieldTypes;

function mapEntries<From, To>(
  source: Readonly<Record<string, From>>,
  convert: (name: string, value: From) => To,
): ReadonlyMap<string, To> {
  return new Map(Object.entries(source).map(([name, value]) => [name, convert(name, value)]));
}

/** Not a setting: the server adds it to the list and the views that a role sees. */
function droppedOf(view: object = {}): Pick<DeclaredView, 'dropped'> {
  return 'dropped' in view ? { dropped: view.dropped as DeclaredView['dropped'] } : {};
}
