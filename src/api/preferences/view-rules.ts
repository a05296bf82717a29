import { requireEntry } from '../../fields/require-entry.ts';
import type { View, ViewPatch } from '../../contract/preferences.ts';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import { parseGroupPaths, parseMeasures } from '../../descriptor/filter/aggregates.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { type QueryContext, parseColumn } from '../../descriptor/filter/query-term.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { readShownAs, shownAsBy, writeShownAs } from '../../descriptor/shown-as.ts';
import { systemFieldTable } from '../../descriptor/system-fields.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { USERS } from '../../store/system/account.ts';
import type { StoredView } from '../../store/system/preferences/views.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { seenNames } from '../../services/seen-names.ts';

/** How the caller may query a resource; undefined if they may not list it. */
export function queryContextOf(call: UserCall, name: string): QueryContext | undefined {
  const { descriptor, role } = call;
  const resource = descriptor.resources.get(name);
  if (!resource || !mayDo(descriptor, role, resource, 'list')) return undefined;
  return queryContext(call, resource);
}

/** Checks the settings of a view in the same way as the list does. */
export function checkView(
  context: QueryContext,
  { where, sort, columns, shownAs, groups, figures, roles = [] }: ViewPatch,
): Problem[] {
  return [
    ...(where === undefined || where === null ? [] : problemsOf(parseWhere({ ...context, where }))),
    ...(sort === undefined || sort === null ? [] : problemsOf(parseSort(context, sort, 'sort'))),
    ...checkColumns(
      context,
      (columns ?? []).map(({ name }) => name),
    ),
    ...checkShownAs(context, shownAs),
    ...(groups?.length ? problemsOf(parseGroupPaths(context, groups.join(','), 'groups')) : []),
    ...Object.entries(figures ?? {}).flatMap((figure) => problemsOf(parseFigure(context, figure))),
    ...checkRoles(context, roles),
  ];
}

function parseFigure(context: QueryContext, [path, name]: [string, string]) {
  return parseMeasures(context, `${path}:${name}`, 'figures');
}

function checkColumns(context: QueryContext, names: readonly string[]): Problem[] {
  return names.flatMap((name, index) => {
    const at = `columns.${index}.name`;
    if (names.indexOf(name) < index) return [problem('V015', at, { value: name })];
    return problemsOf(parseColumn(context, name, at));
  });
}

function checkShownAs(context: QueryContext, shownAs: string | null | undefined): Problem[] {
  if (shownAs === undefined || shownAs === null) return [];
  const { descriptor, role, resource } = context;
  const own = readableFields(descriptor, role, resource).map((name) =>
    requireEntry(resource.fields, name),
  );
  const fields = [...own, ...systemFieldTable.values()];
  if (readShownAs(shownAs, (name) => fields.find((field) => field.name === name))) return [];
  // A calendar from any date to any other one is possible too, but they are too many to list.
  const choices = fields
    .flatMap((field) => shownAsBy(field) ?? [])
    .map(writeShownAs)
    .join(', ');
  return [problem('V008', 'shownAs', { choices })];
}

/** Only roles that may do everything learn which other roles exist. */
function checkRoles({ descriptor, role }: QueryContext, roles: readonly string[]): Problem[] {
  const all = descriptor.roles.get(role)?.all === true;
  const roleNames = all ? [...descriptor.roles.keys()] : [role];
  return roles.flatMap((each, index) =>
    roleNames.includes(each)
      ? []
      : [problem('V008', `roles.${index}`, { choices: roleNames.join(', ') })],
  );
}

/** People are chosen among those whom the caller can list. Those the view is shared with already may stay. */
export async function checkPeople(
  call: UserCall,
  people: readonly string[] = [],
  shared: readonly string[] = [],
): Promise<Problem[]> {
  const { descriptor, role, services } = call;
  const added = people.filter((id) => !shared.includes(id));
  const users = descriptor.resources.get(USERS);
  const mayChoose = users !== undefined && mayDo(descriptor, role, users, 'list');
  const found =
    mayChoose && added.length > 0 ? await services.store.findMany(users, '_id', added, []) : [];
  const seen = new Set(found.map(({ _id }) => _id));
  return people.flatMap((id, index) =>
    seen.has(id) || shared.includes(id) ? [] : [problem('V014', `people.${index}`, { value: id })],
  );
}

function problemsOf(parsed: object | { problems: Problem[] }): Problem[] {
  return 'problems' in parsed ? parsed.problems : [];
}

/** Views as their reader may use them, without those of resources that the reader may not list. */
export async function toVisibleViews(
  call: UserCall,
  views: readonly StoredView[],
): Promise<View[]> {
  const names = await seenNames(
    call,
    views.map(({ owner }) => owner),
  );
  return views.flatMap((view) => toVisibleView(call, view, names) ?? []);
}

/**
 * A view as its reader may use it. Settings that name a field that is gone, or that the reader may not
 * read, are left out and listed in `dropped`. Undefined if the reader may not list the resource.
 */
function toVisibleView(
  call: UserCall,
  view: StoredView,
  names: ReadonlySet<string>,
): View | undefined {
  const context = queryContextOf(call, view.resource);
  if (!context) return undefined;
  const { settings } = view;
  const { where, sort, columns, shownAs, groups, figures } = usableSettings(context, settings);
  return {
    _id: view.id,
    _version: view.version,
    resource: view.resource,
    name: view.name,
    where: where.use[0] ?? null,
    q: settings.q ?? null,
    sort: sort.use.join(',') || null,
    columns: columns.use.length > 0 ? columns.use : null,
    density: settings.density ?? null,
    perPage: settings.perPage ?? null,
    shownAs: shownAs.use[0] ?? null,
    groups: groups.use.length > 0 ? groups.use : null,
    figures: settings.figures ? Object.fromEntries(figures.use) : null,
    roles: rolesAsSeen(call, view),
    people: peopleAsSeen(call, view),
    mine: view.owner === call.user._id,
    owner: view.owner === null ? null : { _id: view.owner, name: ownerAsSeen(view, names) },
    dropped: Object.entries({ where, sort, columns, shownAs, groups, figures }).flatMap(
      ([name, { isCut }]) => (isCut ? [name as View['dropped'][number]] : []),
    ),
    createdAt: view.createdAt,
    updatedAt: view.updatedAt,
  };
}

/** Of each setting that names fields: what its reader may use, and whether that is less than was saved. */
function usableSettings(context: QueryContext, settings: StoredView['settings']) {
  const { where, sort, columns, shownAs, groups, figures } = settings;
  return {
    // Keeps all of the filter or none of it: a part of it could show records that the rest excludes.
    where: keepUsable(
      where ? [where as NonNullable<View['where']>] : [],
      (one) => !('problems' in parseWhere({ ...context, where: one })),
    ),
    sort: keepUsable(sort?.split(',') ?? [], (key) => 'sort' in parseSort(context, key, 'sort')),
    columns: keepUsable(columns ?? [], ({ name }) => 'field' in parseColumn(context, name, '')),
    shownAs: keepUsable(shownAs ? [shownAs] : [], (one) => checkShownAs(context, one).length === 0),
    groups: keepUsable(groups ?? [], (name) => 'paths' in parseGroupPaths(context, name, '')),
    figures: keepUsable(
      Object.entries(figures ?? {}),
      (figure) => 'measures' in parseFigure(context, figure),
    ),
  };
}

function keepUsable<Item>(all: readonly Item[], isUsable: (item: Item) => boolean) {
  const use = all.filter(isUsable);
  return { use, isCut: use.length < all.length };
}

/** Who else was chosen is known to the owner only. */
function peopleAsSeen({ user }: UserCall, { owner, people }: StoredView): readonly string[] {
  return owner === user._id ? people : people.filter((id) => id === user._id);
}

/** Which other roles exist is known to the owner, and to roles that may do everything. */
function rolesAsSeen({ user, role, descriptor }: UserCall, { owner, roles }: StoredView) {
  const isTold = owner === user._id || descriptor.roles.get(role)?.all === true;
  return isTold ? roles : roles.filter((each) => each === role);
}

function ownerAsSeen({ owner, ownerName }: StoredView, names: ReadonlySet<string>) {
  return owner !== null && names.has(owner) ? ownerName : null;
}
