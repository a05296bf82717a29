import type { JsonObject } from '../../json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { arrangedBy, isEndOf, isRowField, parseShownAs } from '../../shown-as.ts';
import { findField } from '../../system-fields.ts';
import { asTexts, type Draft, type DraftResource, asObjects, isBroken } from '../draft.ts';
import { checkFilter } from './filter-checks.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { checkRoleList } from './role-checks.ts';
import {
  checkName,
  checkColumns,
  checkSort,
  checkRepeated,
  checkRepeatedNames,
} from './screen-checks.ts';
import type { Path } from '../source-text.ts';

/** Checks views: roles and fields exist, filters are valid, and each role has at most one default view. */
export function checkViews(resource: DraftResource, draft: Draft): Flaw[] {
  const path = ['resources', resource.name, 'views'];
  const views = asObjects(resource.declared.views);
  return [
    ...checkRepeatedNames(views, path),
    ...checkDefaults(draft, views, path),
    ...views.flatMap((view, index) => checkView(draft, resource, view, [...path, index])),
  ];
}

function checkView(
  draft: Draft,
  resource: DraftResource,
  { roles, filter, columns, sort, shownAs }: JsonObject,
  path: Path,
): Flaw[] {
  return [
    ...checkRoleList(draft, roles, [...path, 'roles']),
    ...checkFilter({ resource, resources: draft.resources }, filter, [...path, 'filter']),
    ...checkColumns(draft, resource, columns, [...path, 'columns']),
    ...checkRepeated(asTexts(columns), [...path, 'columns']),
    ...checkSort(draft, resource, sort, [...path, 'sort']),
    ...checkShownAs(resource, shownAs, [...path, 'shownAs']),
  ];
}

/**
 * Checks that the field of a board has choices, that of a calendar days, and that of a tree parents; and that a
 * calendar ends by a field of the same type and has rows of single values.
 */
function checkShownAs(resource: DraftResource, shownAs: unknown, path: Path): Flaw[] {
  const arrangement = typeof shownAs === 'string' ? parseShownAs(shownAs) : undefined;
  if (!arrangement) return [];
  const { rows } = arrangement;
  const names = [arrangement.field, arrangement.end ?? arrangement.field, ...(rows ? [rows] : [])];
  const unknown = [...new Set(names)].flatMap((name) => checkName(resource, name, path));
  const [field, end, row] = names.map((name) => findField(resource, name));
  if (unknown.length > 0 || !field || !end) return unknown;
  if (arrangedBy(field) !== arrangement.kind)
    return [flaw('D052', path, { expected: arranging[arrangement.kind] })];
  const isEnd = (each: Field): boolean => isEndOf(each, field);
  const kind = `another ${field.type} as the end of ${field.name}`;
  return [
    ...(row ? checkFits(resource, row, isRowField, [ROW_KIND, path]) : []),
    ...(arrangement.end ? checkFits(resource, end, isEnd, [kind, path]) : []),
  ];
}

const ROW_KIND = 'a reference to one record or one choice after "by"';

/** Reports a field of another kind, with those that fit. */
function checkFits(
  resource: DraftResource,
  field: Field,
  fits: (each: Field) => boolean,
  [kind, path]: [kind: string, path: Path],
): Flaw[] {
  if (fits(field)) return [];
  const such = [...resource.fields.values()].filter(fits).map(({ name }) => name);
  const examples = such.length === 0 ? '' : `, such as ${such.join(', ')}`;
  return [flaw('D052', path, { expected: kind + examples })];
}

const arranging = {
  board: 'one choice per record',
  calendar: 'a date or a time',
  tree: 'the parent of a tree ("tree": true)',
};

/** Reports a second default view of a role, because a list can only open with one. */
function checkDefaults(draft: Draft, views: readonly JsonObject[], path: Path): Flaw[] {
  const taken = new Set<string>();
  return views.flatMap((view, index) => {
    if (view.default !== true) return [];
    const roles = view.roles === undefined ? [...draft.roles.keys()] : asTexts(view.roles);
    const twice = roles.find((role) => taken.has(role));
    for (const role of roles) taken.add(role);
    if (twice === undefined) return [];
    const reason = `another view is already the default of the role ${twice}`;
    return [flaw('D007', [...path, index, 'default'], { reason })];
  });
}

/** Checks the rules for duplicates: each names a text field, and `similarity` needs a searchable one. */
export function checkDuplicates(resource: DraftResource): Flaw[] {
  const path = ['resources', resource.name, 'duplicates'];
  const rules = asObjects(resource.declared.duplicates);
  if (rules.length > 0 && resource.name === 'users')
    return [flaw('D007', path, { reason: 'user accounts cannot be merged' })];
  const keys = rules.map(({ field, by = 'value' }) => `${String(field)} ${String(by)}`);
  return [
    ...checkRepeated(keys, path),
    ...rules.flatMap(({ field, by }, index) =>
      typeof field === 'string'
        ? checkField(resource, field, by === 'similarity', [...path, index, 'field'])
        : [],
    ),
  ];
}

function checkField(resource: DraftResource, name: string, isSearched: boolean, at: Path): Flaw[] {
  const unknown = checkName(resource, name, at);
  if (unknown.length > 0 || isBroken(resource, name)) return unknown;
  const field = resource.fields.get(name);
  if (!field || !isEnteredText(field))
    return [flaw('D052', at, { expected: 'text that people enter' })];
  return isSearched && !field.search
    ? [flaw('D052', at, { expected: 'searchable text ("search": true)' })]
    : [];
}

function isEnteredText({ kind, settings, computed, stored }: Field): boolean {
  const column = kind.column(settings);
  const isText = column.sql === 'text' && !column.many && !kind.relation;
  return isText && (computed === undefined || stored);
}
