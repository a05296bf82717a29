import { isObject, isSameJson, type JsonObject } from '../json-object.ts';
import type { Renaming } from '../names/renaming.ts';
import { afterSign, ifList, ifText, inList, rewrite } from '../names/rewrite-json.ts';
import { asObject } from '../read/draft.ts';
import { setsOf } from './open-files.ts';
import type { Path } from '../read/source-text.ts';
import { USE } from '../read/shared-sets.ts';
import { renameShownAs } from '../shown-as.ts';

type Rename = (value: unknown) => unknown;

/**
 * A whole descriptor with the new names of collections, fields and choices, wherever it mentions them. It keeps the order
 * of all members. `shared`: sets that would need another text for each of the collections that share them.
 */
export function renameDescriptor(
  names: Renaming,
  whole: JsonObject,
): { value: JsonObject; shared: readonly Path[] } {
  const resources = Object.entries(asObject(whole.resources));
  const shared: Path[] = [];
  const alike = (
    path: Path,
    users: readonly string[],
    rename: (of: string) => unknown,
  ): unknown => {
    const [first, ...others] = users.length > 0 ? users.map(rename) : [rename('')];
    if (others.some((one) => !isSameJson(one, first))) shared.push(path);
    return first;
  };
  const inSets =
    (section: string, isUsed: (resource: unknown, set: string) => boolean) => (sets: unknown) =>
      entries(sets, (set, value) => {
        const users = resources
          .filter(([, resource]) => isUsed(resource, set))
          .map(([name]) => name);
        const rename = section === 'fieldSets' ? renameFields : renamePermissions;
        return [set, alike([section, set], users, (of) => rename(names, of, value))];
      });
  const value = rewrite(whole, {
    app: ifObject((app) =>
      rewrite(app, {
        current: ifName(names.resource),
        dashboard: (cards) =>
          ifList(
            cards,
            ifObject((card) => renameCard(names, card)),
          ),
        pages: (pages) =>
          ifList(
            pages,
            ifObject((page) => rewrite(page, { fills: ifName(names.resource) })),
          ),
      }),
    ),
    permissionSets: inSets(
      'permissionSets',
      (resource, set) => asObject(resource).permissions === set,
    ),
    fieldSets: inSets('fieldSets', (resource, set) => setsOf(resource).includes(set)),
    resources: (all) =>
      entries(all, (name, one) => [
        names.resource(name),
        isObject(one) ? renameResource(names, name, one) : one,
      ]),
  });
  return { value, shared };
}

function renameResource(names: Renaming, of: string, resource: JsonObject): JsonObject {
  const { path, paths, sort, condition } = createParts(names, of);
  const listOf =
    (parts: Parts): Rename =>
    (all) =>
      ifList(
        all,
        ifObject((one) => rewrite(one, parts)),
      );
  const form: Rename = (value) =>
    isObject(value)
      ? rewrite(value, { head: paths, tabs: listOf({ fields: paths }) })
      : listOf({ fields: paths })(value);
  const list: Parts = {
    columns: paths,
    filters: paths,
    sort,
    filter: condition,
    colors: listOf({ when: condition, fields: paths }),
  };
  return rewrite(resource, {
    title: ifName((text) =>
      text.replace(/\{([^{}]*)\}/g, (_, name: string) => `{${names.path(of, name)}}`),
    ),
    importKey: (key) => (Array.isArray(key) ? paths(key) : path(key)),
    order: path,
    fields: (fields) => renameFields(names, of, fields),
    list: ifObject((value) => rewrite(value, list)),
    form,
    unique: (lists) => ifList(lists, paths),
    indexes: (lists) => ifList(lists, paths),
    noOverlap: listOf({ fields: paths, from: path, to: path, where: condition }),
    checks: listOf({ check: condition, fields: paths }),
    actions: (actions) =>
      ifList(
        actions,
        ifObject((action) => renameAction(names, of, action)),
      ),
    children: (children) =>
      ifList(
        children,
        ifObject((child) => renameChild(names, child)),
      ),
    views: listOf({
      filter: condition,
      sort,
      columns: paths,
      shownAs: ifName((text) => renameShownAs(text, (name) => names.path(of, name))),
    }),
    duplicates: listOf({ field: path }),
    permissions: (permissions) => renamePermissions(names, of, permissions),
    public: ifObject((open) => renamePublic(names, of, open)),
  });
}

function renamePublic(names: Renaming, of: string, open: JsonObject): JsonObject {
  const { path, paths, condition } = createParts(names, of);
  return rewrite(open, {
    fields: paths,
    counts: paths,
    where: condition,
    create: ifObject((one) => rewrite(one, { fields: paths, when: condition, confirm: path })),
  });
}

type Parts = Readonly<Record<string, Rename>>;

/** How the parts of a setting that name fields of a collection are renamed. */
function createParts(names: Renaming, of: string) {
  const path = ifName((text) => names.path(of, text));
  return {
    path,
    paths: ((all) => ifList(all, path)) satisfies Rename,
    sort: ifName((text) => inList(text, (key) => afterSign(key, (one) => names.path(of, one)))),
    condition: ((value) => names.condition(of, value)) satisfies Rename,
  };
}

/** The fields of a collection, or of a set that it has. */
function renameFields(names: Renaming, of: string, fields: unknown): unknown {
  return entries(fields, (name, field) => [
    name === USE ? name : names.path(of, name),
    isObject(field) ? renameField(names, of, name, field) : field,
  ]);
}

function renameField(names: Renaming, of: string, name: string, field: JsonObject): JsonObject {
  const { path, paths, condition } = createParts(names, of);
  const choice: Rename = (value) => names.choice(of, name, value);
  const choices =
    (rename: Rename): Rename =>
    (all) =>
      ifList(all, (one) => (isObject(one) ? rewrite(one, { value: rename }) : rename(one)));
  const target = typeof field.to === 'string' ? field.to : '';
  const named: Parts = { $field: path, $expression: condition };
  return rewrite(field, {
    to: ifName(names.resource),
    filter: (value) => names.condition(target, value, of),
    computed: condition,
    default: (value) => (isObject(value) ? rewrite(value, named) : choice(value)),
    when: ifObject((when) =>
      rewrite(when, { shown: condition, required: condition, readOnly: condition }),
    ),
    pageOf: path,
    fields: (parts) =>
      entries(parts, (part, one) => [
        part,
        isObject(one)
          ? rewrite(one, {
              // The only thing outside of an object that its parts name.
              pageOf: path,
              choices: choices((value) => names.choice(of, `${name}.${part}`, value)),
            })
          : one,
      ]),
    qualifier: path,
    currency: ifObject((value) => rewrite(value, named)),
    per: (value) => (value === 'year' ? value : path(value)),
    choices: choices(choice),
    states: ifObject((states) =>
      rewrite(states, {
        initial: choice,
        transitions: (steps) =>
          ifList(
            steps,
            ifObject((step) =>
              rewrite(step, {
                from: choice,
                to: choice,
                when: condition,
                required: paths,
                form: paths,
                mail: ifObject((mail) => rewrite(mail, { to: paths })),
              }),
            ),
          ),
      }),
    ),
  });
}

function renamePermissions(names: Renaming, of: string, permissions: unknown): unknown {
  return entries(permissions, (role, rights) => [
    role,
    entries(rights, (operation, right) => [operation, names.condition(of, right)]),
  ]);
}

function renameAction(names: Renaming, of: string, action: JsonObject): JsonObject {
  return rewrite(action, {
    when: (when) => names.condition(of, when),
    // The fields of a form are its own, but can refer to collections.
    form: ifObject((form) =>
      rewrite(form, { fields: (fields) => renameFields(names, '', fields) }),
    ),
  });
}

function renameChild(names: Renaming, child: JsonObject): JsonObject {
  return renameOther(names, child, { field: createParts(names, nameIn(child)).path });
}

function renameCard(names: Renaming, card: JsonObject): JsonObject {
  const { path, condition } = createParts(names, nameIn(card));
  return renameOther(names, card, { by: path, filter: condition });
}

/** What shows records of another collection. */
function renameOther(names: Renaming, one: JsonObject, parts: Parts): JsonObject {
  const { paths, sort } = createParts(names, nameIn(one));
  return rewrite(one, { resource: ifName(names.resource), columns: paths, sort, ...parts });
}

function nameIn({ resource }: JsonObject): string {
  return typeof resource === 'string' ? resource : '';
}

function ifName(rename: (text: string) => string): Rename {
  return (value) => ifText(value, rename);
}

function ifObject(rename: (object: JsonObject) => JsonObject): Rename {
  return (value) => (isObject(value) ? rename(value) : value);
}

function entries(
  value: unknown,
  rename: (name: string, value: unknown) => readonly [string, unknown],
): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => rename(name, one)))
    : value;
}
